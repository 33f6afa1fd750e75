@echo off
rem Runs Licet from this checkout: finds a JDK, builds on first use, starts the program.
setlocal
set "root=%~dp0"
set "jar=%root%licet-cli\target\licet.jar"
set "java=java"
if defined JAVA_HOME set "java=%JAVA_HOME%\bin\java"
if exist "%jar%" goto run
if "%~1"=="hook" (
  echo licet: not built yet; run licet --version once 1>&2
  exit /b 2
)
echo licet: building, which takes a minute or two on first use ... 1>&2
pushd "%root%"
call mvnw.cmd -B -q -pl licet-cli -am -Dmaven.test.skip=true -Dspotless.check.skip=true package 1>&2
if errorlevel 1 (
  popd
  echo licet: the build failed 1>&2
  exit /b 1
)
popd
:run
"%java%" -XX:+UseSerialGC -jar "%jar%" %*
exit /b %errorlevel%
