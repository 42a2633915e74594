-- Calls abroad are rated by their own rows of the price list, outside consumption tax. Records of before keep what they
-- were rated at.
alter table call_record drop constraint call_record_kind_check;
alter table call_record add constraint call_record_kind_check
  check (kind in ('voice', 'talk', 'voiceAbroad', 'sms', 'smsAbroad'));
