/** The comparator's tables: what a careful CRUD application would store for the same pool, with indexes for its queries. */
export const SCHEMA = `
  CREATE TABLE users (
    id            bigint PRIMARY KEY,
    is_admin      boolean NOT NULL,
    token_version integer NOT NULL
  );
  CREATE TABLE weeks (
    id               bigint PRIMARY KEY,
    season_year      integer NOT NULL,
    week_number      integer NOT NULL,
    lock_time        timestamptz NOT NULL,
    ineligible_teams text[] NOT NULL DEFAULT '{}',
    UNIQUE (season_year, week_number)
  );
  CREATE TABLE games (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    week_id    bigint NOT NULL REFERENCES weeks,
    home_team  text NOT NULL,
    away_team  text NOT NULL,
    start_time timestamptz NOT NULL,
    status     text NOT NULL,
    home_score integer,
    away_score integer
  );
  CREATE INDEX ON games (week_id);
  CREATE TABLE entries (
    id      bigint PRIMARY KEY,
    user_id bigint NOT NULL REFERENCES users,
    name    text NOT NULL,
    is_eliminated_by_hand boolean NOT NULL DEFAULT false
  );
  CREATE INDEX ON entries (user_id);
  CREATE TABLE picks (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    entry_id   bigint NOT NULL REFERENCES entries,
    week_id    bigint NOT NULL REFERENCES weeks,
    team_abbr  text NOT NULL,
    version    integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    UNIQUE (entry_id, week_id)
  ) WITH (fillfactor = 80);
  CREATE INDEX ON picks (week_id);
`
