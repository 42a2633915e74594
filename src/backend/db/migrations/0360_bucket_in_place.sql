-- A bucket is charged every hour. With its remaining bytes in the condition of an index each of these changes needed a new
-- entry in all three indexes (docs/decisions/066). Both of these are asked by nothing: the look at the calendar goes by
-- ranges of contracts.
drop index data_bucket_left;
drop index data_bucket_base;
-- Room on the page for the next version of each of its rows, as for days (0355).
alter table data_bucket set (fillfactor = 45);
