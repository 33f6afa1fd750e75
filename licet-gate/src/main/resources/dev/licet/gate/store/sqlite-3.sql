create table deliveries (
  approval text not null,
  address text not null,
  attempts integer not null default 0,
  due_at integer not null,
  primary key (approval, address)
);
