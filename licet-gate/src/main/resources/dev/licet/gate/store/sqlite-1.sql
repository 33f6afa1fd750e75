create table approvals (
  id text primary key,
  digest text not null,
  call text not null,
  always text not null,
  asked_at integer not null,
  state text not null default 'pending' check (state in ('pending', 'approved', 'rejected')),
  channel text,
  answered_at integer,
  comment text,
  saved text,
  collected integer not null default 0
);
create index approvals_by_digest on approvals (digest, state);
create index approvals_pending on approvals (asked_at) where state = 'pending';
create table events (
  id integer primary key autoincrement,
  approval text not null references approvals (id)
);
