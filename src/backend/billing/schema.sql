-- Written from a migrated database by node tools/write-schema.ts; do not edit.

create table bill (
  contract_id text,
  month text,
  bill_id text not null,
  state text not null,
  period_from date not null,
  period_to date not null,
  out_of_scope_yen bigint not null,
  total_yen bigint not null,
  fixed_at timestamptz not null,
  charge_on date not null,
  paid_at timestamptz,
  -- Seven days before the suspension.
  reminded_at timestamptz,
  -- When service was stopped for it; later than the course says where an answer was awaited.
  suspended_at timestamptz,
  -- When the member was notified that the bill is below zero and credited to later ones.
  credit_told_at timestamptz,
  -- How often contract and lines had been changed when it was made (bill-sample.ts).
  history_version bigint,
  primary key (contract_id, month),
  unique (bill_id)
);
create index bill_fixed on bill using brin (fixed_at);
create index bill_in_credit on bill (contract_id) where state in ('credit', 'refunding');
create index bill_overdue on bill (contract_id) where state in ('unpaid', 'suspended', 'final_notice');
create index bill_owed on bill (charge_on) where state in ('failed', 'retried', 'unpaid', 'suspended', 'final_notice');
create index bill_paid on bill (paid_at) where paid_at is not null;
create index bill_refund_refused on bill (fixed_at) where state = 'refund_refused';
create index bill_to_charge on bill (charge_on) where state in ('fixed', 'failed');
create trigger bill_final before update on bill for each row when (old.contract_id is distinct from new.contract_id
  or old.month is distinct from new.month or old.bill_id is distinct from new.bill_id
    or old.period_from is distinct from new.period_from or old.period_to is distinct from new.period_to
    or old.out_of_scope_yen is distinct from new.out_of_scope_yen or old.total_yen is distinct from new.total_yen
    or old.fixed_at is distinct from new.fixed_at or old.charge_on is distinct from new.charge_on)
    execute function refuse_change();
create trigger bill_kept before delete on bill for each row execute function refuse_change();
create trigger bill_not_emptied before truncate on bill for each statement execute function refuse_emptying();

create table bill_line (
  contract_id text,
  month text,
  position integer,
  kind text not null,
  line_id text,
  figure_key text,
  rate_valid_from date,
  unit_tenths_yen bigint,
  quantity integer not null,
  days integer,
  of_days integer,
  amount_tenths_yen bigint not null,
  tax text not null,
  tax_on date not null,
  origin_month text,
  source_ref text,
  primary key (contract_id, month, "position"),
  check (tax in ('excluded', 'included', 'outOfScope'))
);
create trigger bill_line_append_only before delete or update on bill_line for each row execute function refuse_change();
create trigger bill_line_not_emptied before truncate on bill_line for each statement execute function refuse_emptying();

create table bill_rate (
  contract_id text,
  month text,
  tax_percent integer,
  total_yen bigint not null,
  tax_yen bigint not null,
  primary key (contract_id, month, tax_percent)
);
create index bill_rate_below_zero on bill_rate (contract_id, month) where total_yen < 0;
create trigger bill_rate_append_only before delete or update on bill_rate for each row execute function refuse_change();
create trigger bill_rate_not_emptied before truncate on bill_rate for each statement execute function refuse_emptying();

-- One row an attempt. With its order id asked again, nothing is charged twice.
create table payment (
  contract_id text,
  -- The processor's idempotency id.
  order_id text not null,
  month text,
  attempt integer,
  amount_yen bigint not null,
  -- An answer that never came is `unknown`: looked up, never charged anew.
  state text not null,
  reason text,
  card_last4 text,
  asked_by text not null,
  sent_at timestamptz not null,
  answered_at timestamptz,
  -- Set when this payment lifted a suspension.
  resumed_at timestamptz,
  -- What the member reads out.
  receipt_no text not null,
  -- Points are yen that the points partner pays us.
  way text not null default 'card',
  -- Whose points: the member's id at the partner, sealed; none of a card.
  partner_id_sealed text,
  -- What the card is asked for once the points have come.
  rest_yen bigint not null default 0,
  -- The payment by points whose rest this one is.
  follows text,
  -- Of several bills that one press pays: the receipt of the first.
  pressed_with text,
  primary key (contract_id, month, attempt),
  unique (order_id),
  unique (follows),
  check (state in ('sent', 'unknown', 'ok', 'refused')),
  check (asked_by in ('member', 'staff', 'system')),
  check (way in ('card', 'points')),
  check ((way = 'points') = (partner_id_sealed is not null)),
  check (rest_yen >= 0),
  constraint payment_check1 check (rest_yen = 0 or way = 'points'),
  foreign key (contract_id) references contract(contract_id),
  foreign key (contract_id, month) references bill(contract_id, month),
  foreign key (follows) references payment(order_id)
);
create index payment_answered on payment using brin (answered_at);
create index payment_open on payment (sent_at) where state in ('sent', 'unknown');
create unique index payment_receipt on payment (receipt_no);
create trigger payment_final before update on payment for each row
  when (old.contract_id is distinct from new.contract_id or old.order_id is distinct from new.order_id
    or old.month is distinct from new.month or old.attempt is distinct from new.attempt
    or old.amount_yen is distinct from new.amount_yen or old.way is distinct from new.way
    or old.rest_yen is distinct from new.rest_yen or old.follows is distinct from new.follows
    or old.asked_by is distinct from new.asked_by or old.sent_at is distinct from new.sent_at
    or old.receipt_no is distinct from new.receipt_no or (old.state in ('ok', 'refused'))
    and (old.state is distinct from new.state or old.answered_at is distinct from new.answered_at))
    execute function refuse_change();
create trigger payment_kept before delete on payment for each row execute function refuse_change();
create trigger payment_not_emptied before truncate on payment for each statement execute function refuse_emptying();

-- What is charged. The token opens nothing but charges by us at the card processor.
create table payment_card (
  contract_id text,
  token_sealed text not null,
  brand text not null,
  last4 text not null,
  -- `YYYY-MM`, the last month the card is good for.
  expires text not null,
  updated_at timestamptz not null,
  primary key (contract_id),
  foreign key (contract_id) references contract(contract_id)
);

-- A visit to the provider's page for a new card: who went, and where to go back to.
create table card_update (
  -- Whose card it is to be: of a contract, of an application for one, or of an heir who takes one over.
  contract_id text,
  state_hash text,
  back_path text not null,
  begun_at timestamptz not null,
  ended_at timestamptz,
  application_id text,
  succession_id text,
  primary key (state_hash),
  check (num_nonnulls(contract_id, application_id, succession_id) = 1),
  foreign key (contract_id) references contract(contract_id),
  foreign key (application_id) references application(application_id) on delete cascade,
  foreign key (succession_id) references succession(succession_id) on delete cascade
);
create index card_update_contract on card_update (contract_id) where contract_id is not null;

-- What a bill below zero (a credit, billing rule 13) paid of which later bill.
create table credit_use (
  contract_id text,
  -- The bill below zero.
  from_month text,
  -- The bill it pays.
  month text,
  amount_yen bigint not null,
  used_at timestamptz not null,
  primary key (contract_id, from_month, month),
  check (amount_yen > 0),
  foreign key (contract_id) references contract(contract_id),
  foreign key (contract_id, from_month) references bill(contract_id, month),
  foreign key (contract_id, month) references bill(contract_id, month)
);
create index credit_use_month on credit_use (contract_id, month);
create trigger credit_use_append_only before delete or update on credit_use for each row
  execute function refuse_change();
create trigger credit_use_not_emptied before truncate on credit_use for each statement
  execute function refuse_emptying();

-- What is left of a credit at the contract's end, given back to the cards of earlier payments, or by bank
-- transfer where no card takes it (billing rule 13).
create table refund (
  contract_id text,
  -- The processor's idempotency id: asked again with it, nothing is given back twice.
  refund_id text,
  -- The bill below zero that is given back.
  month text not null,
  -- The payment it goes back to; none for a transfer.
  payment_order_id text,
  amount_yen bigint not null,
  state text not null,
  reason text,
  requested_at timestamptz not null,
  answered_at timestamptz,
  way text not null,
  card_last4 text,
  -- When staff let a refused card be asked again.
  released_at timestamptz,
  primary key (contract_id, refund_id),
  unique (refund_id),
  check (amount_yen > 0),
  check (state in ('sent', 'unknown', 'ok', 'refused')),
  check (way in ('card', 'points', 'transfer')),
  constraint refund_payment_check check ((way = 'transfer') = (payment_order_id is null)),
  foreign key (contract_id) references contract(contract_id),
  foreign key (contract_id, month) references bill(contract_id, month),
  foreign key (payment_order_id) references payment(order_id)
);
create index refund_answered on refund using brin (answered_at);
create index refund_month on refund (contract_id, month);
create index refund_open on refund (requested_at) where state in ('sent', 'unknown');
create trigger refund_final before update on refund for each row when (old.contract_id is distinct from new.contract_id
  or old.refund_id is distinct from new.refund_id or old.month is distinct from new.month
    or old.payment_order_id is distinct from new.payment_order_id or old.amount_yen is distinct from new.amount_yen
    or old.way is distinct from new.way or old.requested_at is distinct from new.requested_at
    or (old.state in ('ok', 'refused')) and (old.state is distinct from new.state
    or old.answered_at is distinct from new.answered_at)) execute function refuse_change();
create trigger refund_kept before delete on refund for each row execute function refuse_change();
create trigger refund_not_emptied before truncate on refund for each statement execute function refuse_emptying();

-- One entry a fact, written in its transaction: debits are positive, credits negative, and their sum is zero.
create table posting (
  contract_id text,
  source_ref text,
  account text,
  amount_yen bigint not null,
  booked_on date not null,
  booked_at timestamptz not null,
  primary key (contract_id, source_ref, account),
  check (account in ('receivable', 'revenue', 'untaxed', 'tax', 'cash', 'points', 'credit', 'refund')),
  check (amount_yen <> 0)
);
create index posting_day on posting (booked_on);
create trigger posting_append_only before delete or update on posting for each row execute function refuse_change();
create trigger posting_not_emptied before truncate on posting for each statement execute function refuse_emptying();

-- A contract whose bill could not be made, and which fact was missing. It stops nobody else.
create table close_failure (
  contract_id text,
  month text,
  reason text not null,
  fact text not null,
  failed_at timestamptz not null,
  resolved_at timestamptz,
  primary key (contract_id, month),
  foreign key (contract_id) references contract(contract_id)
);

-- Money given back for an outage, as an operator decides it (npm run compensation): the worker books it line by
-- line, and finishes what a lost worker began, each line and month once.
create table compensation (
  compensation_id text,
  -- Of the outage board, or a name of the operator's for what never stood there.
  outage_id text not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  -- None: every line.
  line_ids text[],
  reason text not null,
  entered_at timestamptz not null,
  done_at timestamptz,
  primary key (compensation_id),
  unique (outage_id),
  check (to_at > from_at)
);

-- The close of a month: begun once, taken up again where it stopped, finished once.
create table month_close (
  month text,
  began_at timestamptz not null,
  finished_at timestamptz,
  contracts_done integer not null default 0,
  primary key (month)
);

-- The parts of a month's close that are still to be billed, so that several closers work at once: each takes a
-- part, bills it and deletes it in one transaction. None is left when the month is closed.
create table month_close_part (
  month text,
  -- The part's first contract; it goes on to the first contract of the next part.
  from_id text,
  until_id text,
  primary key (month, from_id),
  foreign key (month) references month_close(month) on delete cascade
);
