-- What an account has answered to a version of the survey, sealed; answering again takes the place of the answer before.
create table survey_answer (
  account_id text not null references account,
  survey_id text not null,
  answers_sealed text not null,
  answered_at timestamptz not null,
  primary key (account_id, survey_id)
);
