-- The answer a key is given again holds phone numbers, addresses and names: sealed like every other column of them.
alter table idempotency_key drop column body, add column answer_sealed text;
