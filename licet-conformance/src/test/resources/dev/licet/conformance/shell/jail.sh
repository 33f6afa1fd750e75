#!/bin/bash
# Builds a place where command lines of bash, zsh and dash can do no harm, and starts jail.pl, which runs them there.
#
#   unshare --mount --net --ipc --uts --pid --fork --kill-child bash jail.sh DIRECTORY
#
# It is an empty file system with the three shells in it, without network. In /stub, every word of a line that may name a
# program is one: a script that notes its words, prints something and succeeds or fails as the mode says. In /none there is
# only bash: whatever else a line starts is not found, so bash calls command_not_found_handle, which prints and returns the
# same, and everything that bash runs is in its own trace (`set -x`).
set -u
root=$1
mount -t tmpfs -o size=64m,mode=755 jail "$root" || exit 70
mkdir -p "$root"/{bin,stub,none,proc,dev,etc}
mount -t proc proc "$root/proc"
touch "$root/dev/null" && mount --bind /dev/null "$root/dev/null"
ln -s /proc/self/fd "$root/dev/fd"
ln -s /proc/self/fd/1 "$root/dev/stdout"
ln -s /proc/self/fd/2 "$root/dev/stderr"
for shell in bash zsh dash; do
    program=$(command -v "$shell") || exit 71
    cp "$program" "$root/bin/$shell"
    for library in $(ldd "$program" | grep -o '/[^ ]*'); do
        [[ -e $root$library ]] || { mkdir -p "$root${library%/*}" && cp "$library" "$root$library"; }
    done
done
ln -s /bin/bash "$root/none/bash"
for modules in /usr/lib/*/zsh /usr/lib64/zsh; do
    [[ -d $modules ]] && mkdir -p "$root${modules%/*}" && cp -r "$modules" "$root${modules%/*}/"
done
locale=/usr/lib/locale/C.utf8
[[ -d $locale ]] && mkdir -p "$root${locale%/*}" && cp -r "$locale" "$root$locale"

# Notes all words in one write, so that programs that run at the same time do not mix theirs, and without another process.
sed "s/@END@/$(printf '\001')/" > "$root/etc/stub" <<'STUB'
#!/bin/dash
printf '\002%s' "${0##*/}" "$@" '@END@' >> /trace
case $MODE in
    0) echo w; exit 0 ;;
    1) exit 1 ;;
    2) echo "w$# v"; exit $((${#*} % 2)) ;;
    *) echo "x$#"; exit $(((${#*} + 1) % 2)) ;;
esac
STUB
chmod 755 "$root/etc/stub"

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

ulimit -c 0 -f 4096 -v 1000000 -n 256
exec perl "${0%/*}/jail.pl" "$root"
