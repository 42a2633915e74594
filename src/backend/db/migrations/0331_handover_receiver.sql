-- The giver's row outlives the receiver's contract where that is let go first.
alter table handover drop constraint handover_receiver_contract_id_fkey;
