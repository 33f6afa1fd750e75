create table approvals (
  seq {numbered},
  id text not null unique,
  digest text not null,
  worker text not null,
  session text not null,
  agent text not null default '',
  batch text not null default '',
  call text not null,
  always text not null,
  asked_at {long} not null,
  deadline {long},
  approvers text not null default '[]',
  state text not null default 'pending' check (state in ('pending', 'approved', 'rejected', 'expired', 'cancelled')),
  ended_at {long},
  principal text,
  channel text,
  comment text,
  detail text,
  saved text,
  edited text,
  preview text,
  waiter text not null default '',
  collected integer not null default 0,
  remembered integer not null default 0
);

create unique index approvals_waiting on approvals (digest, agent) where state = 'pending';

create index approvals_pending on approvals (worker, session, seq) where state = 'pending';

create index approvals_deadline on approvals (deadline) where state = 'pending' and deadline is not null;

create index approvals_digest on approvals (digest, ended_at);

create table events (
  id {numbered},
  kind text not null,
  subject text not null
);

create table grants (
  seq {numbered},
  id text not null unique,
  worker text not null,
  session text not null,
  agent text not null,
  kind text not null,
  rules text not null,
  digest text,
  lifetime text not null,
  lifetime_value text not null,
  given_at {long} not null,
  principal text not null,
  channel text not null
);

create index grants_session on grants (worker, session, seq);

create table sessions (
  worker text not null,
  session text not null,
  body text not null,
  changed_at {long} not null,
  primary key (worker, session)
);

create table redeemed (
  ticket text primary key,
  digest text not null,
  expires_at {long} not null,
  outcome text
);

create index redeemed_expires on redeemed (expires_at);

create table skills (
  worker text not null,
  name text not null,
  version text not null,
  primary key (worker, name, version)
);

create table audit (
  number {long} primary key,
  at {long} not null,
  step text not null,
  worker text not null,
  session text not null,
  tool text not null,
  text text not null,
  hash text not null
);

create index audit_at on audit (at);

create table signers (
  id text primary key,
  public_key text not null
);

create table deliveries (
  approval text not null,
  address text not null,
  attempts integer not null default 0,
  due_at {long} not null,
  primary key (approval, address)
);

create table unsaved (
  approval text primary key,
  gate text not null
);

create table channels (
  name text primary key,
  holder text not null,
  held_until {long} not null
);

create table channel_notes (
  channel text not null,
  note text not null,
  text text not null,
  primary key (channel, note)
);
