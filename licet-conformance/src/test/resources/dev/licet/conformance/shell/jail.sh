#!/bin/bash
# Runs command lines in bash where they can do no harm, and tells what they did.
#
#   unshare --mount --net --ipc --uts --pid --fork --kill-child bash jail.sh DIRECTORY
#
# Input: records of two NUL-terminated fields, a mode (0 to 3) and a command line. Output for each: the status of
# `bash -n`, what bash traced, and the files that were written, each of these ended by \001; each field is ended by NUL.
#
# The jail is an empty file system with bash in it and no other program: whatever a line starts is not found, so bash calls
# command_not_found_handle, which only prints a word and succeeds or fails as the mode says. Everything bash runs is
# in its own trace (`set -x`). There is no network, and this script is the first process of its own process namespace.
set -u
root=$1
mount -t tmpfs -o size=64m,mode=755 jail "$root" || exit 70
mkdir -p "$root"/{bin,stub,proc,dev,work/src,work/sub,tmp,home/u,etc}
mount -t proc proc "$root/proc"
touch "$root/dev/null" && mount --bind /dev/null "$root/dev/null"
ln -s /proc/self/fd "$root/dev/fd"
ln -s /proc/self/fd/1 "$root/dev/stdout"
ln -s /proc/self/fd/2 "$root/dev/stderr"
bash=$(command -v bash)
chroot=$(command -v chroot)
cp "$bash" "$root/bin/bash"
ln -s /bin/bash "$root/stub/bash"
for library in $(ldd "$bash" | grep -o '/[^ ]*'); do
    mkdir -p "$root${library%/*}" && cp "$library" "$root$library"
done

locale=/usr/lib/locale/C.utf8
[[ -d $locale ]] && mkdir -p "$root${locale%/*}" && cp -r "$locale" "$root$locale"

cat > "$root/etc/prelude" <<'PRELUDE'
command_not_found_handle() {
    set +x
    case $MODE in
        0) echo w; return 0 ;;
        1) return 1 ;;
        2) echo "w$# v"; return $((${#*} % 2)) ;;
        *) echo "x$#"; return $(((${#*} + 1) % 2)) ;;
    esac
}
cd /work
PS4='+ '
BASH_XTRACEFD=19
[[ $MODE = [23] ]] && x=xv y='y1 y2' v=1
set -x
PRELUDE

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

drop=()
[[ $(cat /proc/self/uid_map) = *4294967295* ]] && drop=(--userspec=65534:65534)
cd "$root/work" || exit 70

run() {
    ulimit -c 0 -t 2 -f 4096 -v 1000000 -n 256
    exec timeout -s KILL 3 env -i BASH_ENV=/etc/prelude MODE="$mode" PATH=/stub HOME=/home/u LC_ALL=C.UTF-8 \
        "$chroot" "${drop[@]}" "$root" /bin/bash --norc --noprofile -c -- "$line" bash one two \
        > /dev/null 2>&1 < /dev/null 19>> "$root/tmp.trace"
}

while IFS= read -r -d '' mode && IFS= read -r -d '' line; do
    : > "$root/tmp.trace"
    chmod 666 "$root/tmp.trace"
    (ulimit -c 0 -t 2 && exec "$bash" -n -c -- "$line") > /dev/null 2>&1 < /dev/null
    checked=$?
    # Some lines make bash 5.2 read for ever: it does not refuse them, and runs nothing of them either.
    ((checked > 128)) && checked=0
    (run)
    # Nothing of one line may be left running when the next one begins.
    kill -KILL -1 2> /dev/null
    written=$(find "$root"/work "$root"/tmp "$root"/home -newer "$root/etc/stamp" -type f -printf '%p\001' 2> /dev/null)
    printf '%s\0%s\0%s\0' "$checked" "$(< "$root/tmp.trace")" "${written//"$root"/}"
    [[ $written ]] && prepare
done
