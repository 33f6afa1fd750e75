#!/bin/bash
# Runs command lines in bash, zsh or dash where they can do no harm, and tells which programs they started.
#
#   unshare --mount --net --ipc --uts --pid --fork --kill-child bash shells.sh DIRECTORY
#
# Input: records of three NUL-terminated fields, a shell (bash, zsh, dash), a mode (0 to 3) and a command line. Output for
# each: what was noted at descriptor 19, and the files that were written, each of these ended by \001; each field is ended
# by NUL. A program that is started notes its words, each ended by \002, and \001 at the end; a line may note more itself.
#
# The jail is an empty file system with the three shells in it. Every word of a line that may name a program is one: a
# script that notes its words, prints something and succeeds or fails as the mode says. There is no network, and this
# script is the first process of its own process namespace.
set -u
root=$1
mount -t tmpfs -o size=64m,mode=755 jail "$root" || exit 70
mkdir -p "$root"/{bin,stub,proc,dev,work/src,work/sub,tmp,home/u,etc}
mount -t proc proc "$root/proc"
touch "$root/dev/null" && mount --bind /dev/null "$root/dev/null"
ln -s /proc/self/fd "$root/dev/fd"
ln -s /proc/self/fd/1 "$root/dev/stdout"
ln -s /proc/self/fd/2 "$root/dev/stderr"
chroot=$(command -v chroot)
for shell in bash zsh dash; do
    program=$(command -v "$shell") || exit 71
    cp "$program" "$root/bin/$shell"
    for library in $(ldd "$program" | grep -o '/[^ ]*'); do
        [[ -e $root$library ]] || { mkdir -p "$root${library%/*}" && cp "$library" "$root$library"; }
    done
done
for modules in /usr/lib/*/zsh /usr/lib64/zsh; do
    [[ -d $modules ]] && mkdir -p "$root${modules%/*}" && cp -r "$modules" "$root${modules%/*}/"
done
locale=/usr/lib/locale/C.utf8
[[ -d $locale ]] && mkdir -p "$root${locale%/*}" && cp -r "$locale" "$root$locale"

cat > "$root/etc/stub" <<'STUB'
#!/bin/dash
words=$(printf '%s\002' "${0##*/}" "$@"; printf .)
printf '%s\001' "${words%.}" >> /trace
case $MODE in
    0) echo w; exit 0 ;;
    1) exit 1 ;;
    2) echo "w$# v"; exit $((${#*} % 2)) ;;
    *) echo "x$#"; exit $(((${#*} + 1) % 2)) ;;
esac
STUB
chmod 755 "$root/etc/stub"

prepare() {
    rm -rf "$root"/work "$root"/tmp "$root"/home
    mkdir -p "$root"/work/{src,sub} "$root"/tmp "$root"/home/u
    for file in work/{a.txt,b.txt,f,g,x,src/a.c,src/b.c,sub/c.md} home/u/notes; do
        echo "# file" > "$root/$file"
    done
    chmod -R a+rwX "$root"/work "$root"/tmp "$root"/home
    find "$root"/work "$root"/tmp "$root"/home -exec touch -h -d 2000-01-01 {} +
}
prepare
touch -d 2001-01-01 "$root/etc/stamp"

# What bash has built in and another shell may not is no program either.
builtins=" declare typeset let shopt mapfile readarray pushd popd dirs builtin source local export read set unset shift
 trap eval exec command test true false echo printf type getopts wait return break continue exit cd pwd if then else elif
 fi for in do done case esac while until function time select coproc "
declare -A made=()
stubs() {
    local word
    while [[ $1 =~ [A-Za-z_][A-Za-z0-9_.-]*(.*) ]]; do
        word=${BASH_REMATCH[0]%"${BASH_REMATCH[1]}"}
        set -- "${BASH_REMATCH[1]}"
        [[ ${made[$word]-} || $builtins = *[[:space:]]"$word"[[:space:]]* ]] && continue
        made[$word]=1
        ln -s /etc/stub "$root/stub/$word" 2> /dev/null
    done
}
stubs "w v w0 w1 w2 w3 w4 x0 x1 x2 x3 x4 xv y1 y2"

drop=()
[[ $(cat /proc/self/uid_map) = *4294967295* ]] && drop=(--userspec=65534:65534)
cd "$root/work" || exit 70

run() {
    ulimit -c 0 -t 2 -f 4096 -v 1000000 -n 256
    local arguments=(-c "$line" sh one two)
    [[ $shell = zsh ]] && arguments=(-f "${arguments[@]}")
    [[ $shell = bash ]] && arguments=(--norc --noprofile "${arguments[@]}")
    exec timeout -s KILL 3 env -i MODE="$mode" PATH=/stub HOME=/home/u LC_ALL=C.UTF-8 \
        "$chroot" "${drop[@]}" "$root" /bin/dash -c 'cd /work && exec "$@"' dash "/bin/$shell" "${arguments[@]}" > /dev/null 2>&1 < /dev/null 19>> "$root/trace"
}

while IFS= read -r -d '' shell && IFS= read -r -d '' mode && IFS= read -r -d '' line; do
    : > "$root/trace"
    chmod 666 "$root/trace"
    stubs "$line"
    (run)
    # Nothing of one line may be left running when the next one begins.
    kill -KILL -1 2> /dev/null
    written=$(find "$root"/work "$root"/tmp "$root"/home -newer "$root/etc/stamp" -type f -printf '%p\001' 2> /dev/null)
    printf '%s\0%s\0' "$(tr -d '\0' < "$root/trace")" "${written//"$root"/}"
    [[ $written ]] && prepare
done
