create table deliveries (
  approval text not null,
  address text not null,
  attempts integer not null default 0,
  due_at bigint not null,
  primary key (approval, address)
);
