/**
 * Who owns the store. A transaction that writes first checks its epoch by `own_as`, under a lock for which a new owner waits,
 * and leaves its number in `commits`: if the answer to its commit is lost, the number says whether it was committed, also on
 * a standby that has become the server. The table has no index, so that serializable transactions do not meet in it. The
 * term has a table of its own, so that writers do not meet its renewals. These tables are made before there is an owner,
 * and migrations after. One row of data_folder names the data folder with the states of the bots.
 */
export const ownershipTables = `
  select pg_advisory_xact_lock(7023371548);
  create table if not exists ownership (epoch bigint not null);
  insert into ownership select 0 where not exists (select 1 from ownership);
  create table if not exists ownership_term (
    holder text not null,
    folder text not null,
    since timestamptz not null,
    until timestamptz not null
  );
  create table if not exists commits (epoch bigint not null, number bigint not null);
  create table if not exists data_folder (id text not null, path text not null, machine text);
  create or replace function own_as(expected bigint, number bigint) returns text language plpgsql as $$
    begin
      if not exists (select 1 from ownership where epoch = expected) then
        raise exception using errcode = 'BY001', message = 'another process owns the store';
      end if;
      insert into commits values (expected, number);
      return pg_current_xact_id()::text;
    end $$`;

/** The tables that are made with `ownership`, which is the first. */
export const besideOwnership = ["ownership_term", "commits", "data_folder"];
