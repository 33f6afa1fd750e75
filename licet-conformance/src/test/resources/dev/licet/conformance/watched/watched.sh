#!/bin/bash
# Runs command lines where they can change nothing but one folder, and tells what they did there.
#
#   unshare --mount --net --ipc --uts --pid --fork --kill-child bash watched.sh DIRECTORY
#
# Reads lines that end with NUL; answers each with what strace saw, and NUL. Each runs in a fresh copy of DIRECTORY/base, as
# DIRECTORY/run, without network. Everything else is read-only, so that an attempt to write there fails and is seen.
set -u
directory=$1
export PATH=/usr/local/bin:/usr/bin:/bin HOME=$directory/base/home LC_ALL=C TERM=dumb GIT_CONFIG_NOSYSTEM=1
mkdir -p "$directory/base/w/sub" "$directory/base/home"
cd "$directory/base/w" || exit 70
{
    git config --global user.name tester && git config --global user.email tester@example.com
    git config --global init.defaultBranch main && git init
    printf 'one\ntwo\nthree\n' > a.txt && printf 'x\ny\n' > b.txt && echo c > sub/c.txt && echo '{"a":1}' > d.json
    git add -A && git commit -m one && echo four >> a.txt && git commit -am two && git tag v1 && git branch feature
    git init --bare ../up.git && git remote add origin ../up.git && git push origin main
    echo five >> a.txt && git stash
    tar cf t.tar a.txt sub && gzip -k b.txt && mv b.txt.gz a.gz && ln -s a.txt link && echo x > .x
    printf -- '--- a.txt\n+++ a.txt\n@@ -1 +1 @@\n-one\n+ONE\n' > p.diff
    for hook in pre-commit post-checkout pre-push post-merge post-commit prepare-commit-msg post-rewrite; do
        printf '#!/bin/sh\ntouch hook-%s\n' "$hook" > ".git/hooks/$hook" && chmod +x ".git/hooks/$hook"
    done
    echo up > ../up.txt
} > /dev/null 2>&1
mount --make-rprivate / && mount --bind "$directory" "$directory" && mount -o remount,bind,ro / || exit 71
export HOME=$directory/run/home
cp -a "$directory/base" "$directory/run"
calls=open,openat,openat2,creat,unlink,unlinkat,rename,renameat,renameat2,mkdir,mkdirat,rmdir,link,linkat,symlink,symlinkat
calls+=,truncate,chmod,fchmodat,chown,lchown,fchownat,utimensat,setxattr,lsetxattr,removexattr,mknodat,connect,execve,kill,mount
calls+=,umount2,chdir
while IFS= read -r -d '' line; do
    : > "$directory/log"
    (cd "$directory/run/w" && timeout --signal=KILL 5 strace -f -qq -s 300 -o "$directory/log" -e "trace=$calls" \
        bash --norc --noprofile -c "$line") < /dev/null > /dev/null 2>&1
    rm -rf "$directory/run" && cp -a "$directory/base" "$directory/run"
    cat "$directory/log"
    printf '\0'
done
