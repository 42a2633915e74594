-- Checking the bucket of every entry again took a fifth of the charge of an hour (docs/decisions/066). The one writer
-- reads its buckets under the contract's lock, and the hourly laws look for an entry without a bucket.
alter table data_entry drop constraint data_entry_contract_id_bucket_id_fkey;
