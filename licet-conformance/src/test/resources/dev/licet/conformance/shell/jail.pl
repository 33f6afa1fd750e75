# Runs command lines in the jail that jail.sh builds, as the first process of its own process namespace.
#
# Input: records of three NUL-terminated fields, a way to run (bash, zsh, dash, or trace: bash with a trace), a mode (0 to 3)
# and a command line. Output for each: the status of `bash -n` (0 but for trace), what was noted in /trace, and the files
# that were written, each of these ended by \001; each field is ended by NUL. A program that is started notes its words, each
# behind a \002, and \002 and \001 at the end; a line may note more itself.
use strict;
use warnings;
use POSIX ();

my $SECONDS = 2;     # a line that takes longer is stopped
my $OLD = 946684800; # 2000-01-01: what has another time was written

my ($root) = @ARGV;
my @folders = map { "$root/$_" } qw(work tmp home);
my $trace = "$root/trace";

# What bash has built in and another shell may not is no program either.
my %made = map { $_ => 1 } qw(declare typeset let shopt mapfile readarray pushd popd dirs builtin source local export read set
    unset shift trap eval exec command test true false echo printf type getopts wait return break continue exit cd pwd if then
    else elif fi for in do done case esac while until function time select coproc);

sub stubs {
    my ($text) = @_;
    while ($text =~ /([A-Za-z_][A-Za-z0-9_.-]*)/g) {
        symlink('/etc/stub', "$root/stub/$1") unless $made{$1}++;
    }
}

sub inside {
    my ($folder) = @_;
    opendir(my $handle, $folder) or return ();
    return map { "$folder/$_" } grep { $_ ne '.' && $_ ne '..' } readdir $handle;
}

sub empty {
    for my $path (inside($_[0])) {
        if (-d $path && !-l $path) {
            empty($path);
            rmdir $path;
        } else {
            unlink $path;
        }
    }
}

sub open_to_all {
    my ($path, $mode) = @_;
    chmod $mode, $path;
    utime $OLD, $OLD, $path;
}

sub prepare {
    empty($_) for @folders;
    my @made = (@folders, map { "$root/$_" } qw(work/src work/sub home/u));
    mkdir $_ for @made;
    for my $file (map { "$root/$_" } qw(work/a.txt work/b.txt work/f work/g work/x work/src/a.c work/src/b.c work/sub/c.md home/u/notes)) {
        open(my $handle, '>', $file) or die "$file: $!";
        print $handle "# file\n";
        close $handle;
        open_to_all($file, 0666);
    }
    open_to_all($_, 0777) for @made;
}

# The files that were written, and whether anything is not as it was prepared.
sub written {
    my @files;
    my $changed = 0;
    my @rest = @folders;
    while (defined(my $path = shift @rest)) {
        my @status = lstat $path or next;
        $changed ||= $status[9] != $OLD;
        if (-d _) {
            push @rest, inside($path);
        } elsif (-f _ && $status[9] > $OLD) {
            push @files, substr($path, length $root);
        }
    }
    return ($changed, @files);
}

open(my $map, '<', '/proc/self/uid_map') or die "uid_map: $!";
my $drops = <$map> =~ /4294967295/;
close $map;

sub ways {
    my ($way, $line) = @_;
    return ('/bin/bash', '--norc', '--noprofile', '-c', '--', $line, 'bash', 'one', 'two') if $way eq 'trace';
    return ('/bin/bash', '--norc', '--noprofile', '-n', '-c', '--', $line) if $way eq 'check';
    return ('/bin/bash', '--norc', '--noprofile', '-c', '--', $line, 'sh', 'one', 'two') if $way eq 'bash';
    return ('/bin/zsh', '-f', '-c', '--', $line, 'sh', 'one', 'two') if $way eq 'zsh';
    return ('/bin/dash', '-c', '--', $line, 'sh', 'one', 'two');
}

# Runs one line to its end; its status. Nothing of it is left running.
sub run {
    my ($way, $mode, $line) = @_;
    my $child = fork;
    die "fork: $!" unless defined $child;
    if ($child == 0) {
        chroot $root or POSIX::_exit(70);
        chdir '/work' or POSIX::_exit(71);
        open(my $none, '+<', '/dev/null') or POSIX::_exit(72);
        open(my $notes, '>>', '/trace') or POSIX::_exit(73);
        POSIX::dup2(fileno $none, $_) for 0 .. 2;
        POSIX::dup2(fileno $notes, 19);
        if ($drops) {
            $) = '65534 65534';
            $( = 65534;
            POSIX::setuid(65534);
        }
        %ENV = (MODE => $mode, PATH => '/stub', HOME => '/home/u', LC_ALL => 'C.UTF-8');
        @ENV{'PATH', 'BASH_ENV'} = ('/none', '/etc/prelude') if $way eq 'trace';
        my @words = ways($way, $line);
        exec { $words[0] } @words or POSIX::_exit(74);
    }
    local $SIG{ALRM} = sub { kill 'KILL', -1 };
    alarm $SECONDS;
    my $status = 0;
    while (1) {
        my $ended = waitpid $child, 0;
        if ($ended == $child) {
            $status = $?;
            last;
        }
    }
    alarm 0;
    kill 'KILL', -1;
    1 while waitpid(-1, 0) > 0;
    return $status;
}

stubs('w v w0 w1 w2 w3 w4 x0 x1 x2 x3 x4 xv y1 y2');
prepare();
binmode STDIN;
binmode STDOUT;
$| = 1;
$/ = "\0";
my ($checked, $status) = ('', 0);
while (defined(my $way = <STDIN>)) {
    my ($mode, $line) = (scalar <STDIN>, scalar <STDIN>);
    chomp($way, $mode, $line);
    truncate $trace, 0 or do { open(my $new, '>', $trace) or die "trace: $!" };
    chmod 0666, $trace;
    if ($way eq 'trace') {
        if ($line ne $checked) {
            # Some lines make bash 5.2 read for ever: it does not refuse them, and runs nothing of them either.
            my $answer = run('check', $mode, $line);
            ($checked, $status) = ($line, ($answer & 127) ? 0 : $answer >> 8);
            truncate $trace, 0;
        }
    } else {
        stubs($line);
    }
    run($way, $mode, $line);
    open(my $notes, '<', $trace) or die "trace: $!";
    my $noted = do { local $/; <$notes> } // '';
    close $notes;
    $noted =~ tr/\0//d;
    my ($changed, @files) = written();
    print(($way eq 'trace' ? $status : 0), "\0", $noted, "\0", join('', map { "$_\001" } @files), "\0");
    prepare() if $changed;
}
