-- Written from a migrated database by node tools/write-schema.ts; do not edit.
-- An empty database is made from it in one transaction (fresh-schema.ts); by hand: psql -1 -f src/backend/db/schema.sql

-- A function may name what is made after it.
set local check_function_bodies = off;

create function drop_entry_month(month text)
returns void language plpgsql security definer set search_path to 'public', 'pg_temp' as $$
declare
  name text := 'data_entry_' || replace(month, '-', '_');
begin
  if month !~ '^[0-9]{4}-[0-9]{2}$' then
    raise exception 'no month %', month using errcode = 'invalid_parameter_value';
  end if;
  if not exists (
    select from usage_let_go
    where before >= (((month || '-01')::date + interval '1 month') at time zone 'Asia/Tokyo')
  ) then
    raise exception 'the entries of % are not let go', month using errcode = 'insufficient_privilege';
  end if;
  execute format('alter table data_entry detach partition %I', name);
  execute format('drop table %I', name);
end $$;
revoke execute on function drop_entry_month from public;

create function drop_usage_month(month text)
returns void language plpgsql security definer set search_path to 'public', 'pg_temp' as $$
declare
  name text := 'usage_record_' || replace(month, '-', '_');
begin
  if month !~ '^[0-9]{4}-[0-9]{2}$' then
    raise exception 'no month %', month using errcode = 'invalid_parameter_value';
  end if;
  if not exists (
    select from usage_let_go
    where before >= (((month || '-01')::date + interval '1 month') at time zone 'Asia/Tokyo')
  ) then
    raise exception 'the usage records of % are not let go', month using errcode = 'insufficient_privilege';
  end if;
  execute format('alter table usage_record detach partition %I', name);
  execute format('drop table %I', name);
end $$;
revoke execute on function drop_usage_month from public;

create function is_sealed_anew(before jsonb, after jsonb)
returns boolean language sql stable as $$
  select coalesce(current_setting('portal.sealing_anew', true), '') = 'on'
    and without_sealed(before) = without_sealed(after)
$$;

create function make_month_partition(parent text, month text, from_at timestamptz, to_at timestamptz)
returns void language plpgsql security definer set search_path to 'public', 'pg_temp' as $$
declare
  name text := parent || '_' || replace(month, '-', '_');
  moment text := case parent when 'usage_record' then 'from_at' when 'call_record' then 'started_at'
    when 'data_entry' then 'ends_at' end;
  columns text;
begin
  if moment is null or month !~ '^[0-9]{4}-[0-9]{2}$' then
    raise exception 'no partition % of %', month, parent using errcode = 'invalid_parameter_value';
  end if;
  if to_regclass(name) is not null then
    return;
  end if;
  execute format('create table %I (like %I including all)', name, parent);
  -- What had fallen into the default partition meanwhile.
  if parent = 'data_entry' then
    alter table data_entry_default disable trigger data_entry_append_only;
  end if;
  select string_agg(quote_ident(attname), ', ') into columns from pg_attribute
    where attrelid = parent::regclass and attnum > 0 and not attisdropped and attgenerated = '';
  execute format('with moved as (delete from %I where %I >= $1 and %I < $2 returning *) insert into %I (%s) select %s from moved',
    parent || '_default', moment, moment, name, columns, columns) using from_at, to_at;
  if parent = 'data_entry' then
    alter table data_entry_default enable trigger data_entry_append_only;
    execute format('create trigger %I before truncate on %I for each statement execute function refuse_emptying()',
      name || '_not_emptied', name);
  end if;
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, name, from_at, to_at);
end $$;
revoke execute on function make_month_partition from public;

create function may_let_go(id text)
returns boolean language sql stable as $$
  select coalesce(id = any (string_to_array(current_setting('portal.kept_long_enough', true), ' ')), false)
$$;

create function refuse_account_change()
returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and may_let_go(old.account_id) then
    return old;
  end if;
  if tg_op = 'UPDATE' and is_sealed_anew(to_jsonb(old), to_jsonb(new)) then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;

create function refuse_change()
returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and may_let_go(coalesce(to_jsonb(old) ->> 'contract_id', to_jsonb(old) ->> 'chain')) then
    return old;
  end if;
  if tg_op = 'UPDATE' and is_sealed_anew(to_jsonb(old), to_jsonb(new)) then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;

create function refuse_emptying()
returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;

create function without_sealed(of_row jsonb)
returns jsonb language plpgsql immutable as $$
begin
  return coalesce((
    select jsonb_object_agg(key, case
      when key like '%\_sealed' then to_jsonb(jsonb_typeof(value) = 'null')
      when jsonb_typeof(value) = 'object' then without_sealed(value)
      else value end)
    from jsonb_each(of_row)), '{}');
end $$;

\ir ../account/schema.sql
\ir ../contract/schema.sql
\ir ../schema.sql
\ir ../alert/schema.sql
\ir ../application/schema.sql
\ir ../succession/schema.sql
\ir ../billing/schema.sql
\ir ../carrier/schema.sql
\ir ../connection/schema.sql
\ir ../console/approval/schema.sql
\ir ../console/grant/schema.sql
\ir ../console/queue/schema.sql
\ir ../console/staff/schema.sql
\ir ../contact/schema.sql
\ir ../console/ticket/schema.sql
\ir ../data/schema.sql
\ir ../deadline/schema.sql
\ir ../procedure/schema.sql
\ir ../device/schema.sql
\ir ../document/schema.sql
\ir ../export/schema.sql
\ir ../family/schema.sql
\ir ../family-request/schema.sql
\ir ../gift/schema.sql
\ir ../guardian/schema.sql
\ir ../handover/schema.sql
\ir ../hold/schema.sql
\ir ../identity/schema.sql
\ir ../invoice/schema.sql
\ir ../jobs/schema.sql
\ir ../line/schema.sql
\ir ../lock/schema.sql
\ir ../login/schema.sql
\ir ../mail/schema.sql
\ir ../notice/schema.sql
\ir ../option/schema.sql
\ir ../outage/schema.sql
\ir ../partner/schema.sql
\ir ../passkey/schema.sql
\ir ../point/schema.sql
\ir ../port-out/schema.sql
\ir ../push/schema.sql
\ir ../seal/schema.sql
\ir ../telephone/schema.sql
\ir ../top-up/schema.sql
\ir ../webhook/schema.sql
\ir ../widget/schema.sql
\ir ../../server/laws/schema.sql
\ir ../../server/resealing/schema.sql
\ir ../../server/session/schema.sql

-- The migrations of which this is the outcome.

insert into schema_migration (name, checksum) values
  ('0001_operation.sql', '93253171a12680c8db5a30028fda57f09386960e17c086352a2a635624050386'),
  ('0002_account.sql', '1ab60e9548508870889b628932b4d28c8df03c66e9249206fcea20e0993685c6'),
  ('0003_contract.sql', 'b87c1b9e71b3ca9c547c9b1ec2cbdab4f01bb2ff4ab92102dbaf2a38b434c045'),
  ('0004_data.sql', '9a4842eca905e3ed36e3a5d00153d88fbaa785288dc46468f65c0d6e779b5264'),
  ('0005_order.sql', '9290d9d4122307174c837ef860f21916ac63270665b1ff69dba7566c70396044'),
  ('0010_alert.sql', '53eeb2462766974c14d4a5696c2d2ca5001aada5632b799446650ade27d80e3a'),
  ('0011_call.sql', '65ffdf7aa1860cd2dcada8f742c7626317cfcb1c579059b9fa9d31f631438f1f'),
  ('0012_line.sql', '328573a0f78cfb5189067f4e64b1c8367880f8dcc50cb04ef3ca3976b319f5a7'),
  ('0013_login.sql', 'bafb909df59452e4e79bef86f6be881ae70f4748e48c4fae466319e79cd5adef'),
  ('0014_line_exchange.sql', 'ea86d96a59e2ed971c5915f65526167a17fda1ff6085d4ff1d3033825bd7fec9'),
  ('0020_order_dates.sql', '049984aa1c31449071259e86ef71b7945ade59066dd4290eb6f5efcfbfdceb02'),
  ('0021_terminal.sql', '05300d2da7a2e04bce943603787cfc5bad034d02c2350610fef308a318a93cbd'),
  ('0022_procedure_queue.sql', '73530116350d6aad8d70e99e60f3ee5da1bba1c2beb4e44a880b4b3eee08fb53'),
  ('0023_contract_document.sql', '51c4631aba23873be5a87debeeda78a03eaa2dc555a9eea50d37e3897159e7d2'),
  ('0030_carrier_report.sql', '8f989326afe6fbef021b4aca408c51dc73be9bddc99eff640be89b0006ab53b6'),
  ('0031_identity_check.sql', 'c1e50c30fa86870d9bccfe54755074065186d4b24bbfcf3a30c82a43f5a2d51a'),
  ('0032_one_stop.sql', '3c0a2d2d16f7f582172280c741191ce9db967e7b8d284982c4c72121bc5ea096'),
  ('0040_service_incident.sql', '4fc9e47da1800dd5d8eaed8608b4dc82fdaa445607e8a67896c36e60860e969c'),
  ('0041_sealed_answer.sql', '6dec73f4fb4d70569a4b4448aabcb90cf22df36b070285fa892fd1ecb3aceb92'),
  ('0050_partner_consent.sql', '34ca9322e784614fe8d2f3e084883ec6c260302b23182e79dee8b41d43642572'),
  ('0055_former_version.sql', '360560ba1e3edd82294b760cd6045f3bf8a3908a242a055c606354c434211383'),
  ('0063_request_count.sql', 'be30f5b01eb55673699105e51afbf34eb44006a511d70149c933465047959e63'),
  ('0067_document_kept.sql', '3378868b613cda3ad7ac082e2b7279e2b196fd99d15c23dd622522c8dfcd6a6c'),
  ('0068_demo_clock.sql', '2ee7df1a2fcd085b3e0d1350123d4b8eeda9e47b6fcc5468e2d2362976e37a78'),
  ('0069_nickname_sealed.sql', 'dcde66f2be5baefabaf05b1f82cff334ac5ee4ddc60d66db62f46e76523ef5f6'),
  ('0070_usage_uncovered.sql', '634a34cf7be8510e7d13524a54eeee29438116c37f2d2c89c26f8d4f65855a18'),
  ('0071_used_up_alert.sql', 'bfacc398103ffb3754e9be10519141e4676a5d47240e80cdbd90d8c846220e34'),
  ('0080_notice_sealed.sql', '35c21306e1d54c7f562dc51c6f18bb8be70c2f2983bc0ca5416935e165287364'),
  ('0090_call_abroad.sql', 'd5ea724bd7bc1e865a2f76d97f2dc53e503cd81b0fc314d6a5f9d8bfc98df05f'),
  ('0091_mail_content.sql', 'c1a4e8ff9d64c489cb1e1b784dcaeb692b91dab007517a98b9d64b8b78879b24'),
  ('0095_booked_charge_tax.sql', '859e7beabe0e962e9230fdf255506c8fe5fce675e3d52828ae1f55c6183977f3'),
  ('0096_bill.sql', '6717d656a998576d4f64113625bebff322e8b00b4c6efde6c537357331eface8'),
  ('0097_option_joined_at.sql', '6f4941997c6d553ee3090b874412715e55d0d29b7b2b41260c69615ed61fe1e8'),
  ('0098_payment.sql', '572516fad795cc71d30ea6004e2b806253c3caf11e497afb4e506d639265eff6'),
  ('0128_receipt.sql', '287e6d34278d4cfcf15c98689796eca8fc362678eae3fec716e8723584f30f61'),
  ('0140_money_ledger.sql', '861df2b5d7f4471bc355189fa55519ad2305267a8088fa65584093cbff0a7844'),
  ('0141_overdue_bill.sql', '3eba4632fa8fc77e7c61b15d69fa207b1fb93c1df028a911b9689395a37fb578'),
  ('0142_card_update.sql', '3e410c34f33be6454188540ece642447bed083ba869aa55d6de7e1aaf6390fc6'),
  ('0150_call_revision.sql', '99dee41644387a0bb627c88addc8e918450e31f2fb0d9cf6dba73b4e0c24a8f2'),
  ('0151_bill_discount.sql', 'b42884e646e5b93e79c64e9ae2fd090e11d8006a7c4e8c29e42bd6d69de5d8d4'),
  ('0160_invoice.sql', '851a5609f56762ba5e6de6332721ac3890813bf84b35a0c74111f76eaf2a13ed'),
  ('0170_close_reads.sql', 'f5b098a0f1c7e7dd46188083300ac3f161af6a8c9fab8627ed60a7e3aa7aa78b'),
  ('0180_spending.sql', '63dc54cff0490ab347d3a1da14e811f1ed75fbe72d9f597138e0cf3054b10eec'),
  ('0190_refund.sql', 'a69b145c95ddeb30bc4c57ccce111740a40dd5baa78e2b06b65cd9280df035f2'),
  ('0191_law_check.sql', 'f59f6822cda8b29e29eeaada72727a72a86991dfe35ad3064979fc6901b14e86'),
  ('0192_payment_receipt.sql', '48f25e413adec5da519ce0d30445993168c30a7bca50b70d7e439e02611e751c'),
  ('0193_corrected_invoice.sql', '769876a559dde287983156a1819eecd4d0be39f4e2b3ce2f2780ffa45a4e9ef8'),
  ('0200_option_order.sql', '2e293dcc1f1e9a72959dd9655719842f5bf80f5fe14359b6103a7768582d254b'),
  ('0210_verified_identity.sql', 'acd7c104cb3ada4c2ffd2eee6b4eb21459cab2fd862695966d300e7830402e1a'),
  ('0211_profile_edit.sql', 'af8e538f7918d4c0620baa8b8443f4c1ee29388f9e447f3eb9822d23ef16c5cd'),
  ('0212_partner_link.sql', '63be816d32283860b8bb7ec1d6d6d14d3f7ba57301476accbae92b9b01bdc0c9'),
  ('0213_survey_answer.sql', '6c8fe869990febcb86478be195814ee847d9ac97f380a860df9745e1017912f5'),
  ('0220_second_factor.sql', '3a010aa488cce1cfd64480f793c1af667b5d2086355681faa57dce7524727c6e'),
  ('0221_device.sql', 'be5ae7350d7ebf771106a661f8630fb184dabf65431604f7e80209dd26225897'),
  ('0222_hold.sql', '6744915bdf7dc167e99320b7a2132f7ebc42530a7df7679df4cc4e1e9cdffd7a'),
  ('0230_outage.sql', 'f76aac4ae423da9236c11f5a394c43ec75e606c17dd40435351e729929420a6c'),
  ('0231_notice_setting.sql', 'dff083bd6d413f3e6b5ece38909cbecd3d438b31b6d2a79f4caeec0f02428eed'),
  ('0232_contract_lock.sql', 'c86729c2670d76deaa22cc7335a1f6a4df6c48adacbdd046793ba711aa213a0e'),
  ('0233_lock_number_transfer.sql', '226869a4ceb95566d750cc8e4a684a475002e5e21fe373cd2926ac2c213dd730'),
  ('0240_covered_device.sql', '152be9d0fcf149a396a63f8e0464acb546165ea91104c14c1b691fd84c68c1f3'),
  ('0250_letting_go.sql', '0e4fa4654d0ece730d4f9d1e7e86ea4d57fad886857ea8153c56c658f2f8ae95'),
  ('0251_export_and_deletion.sql', 'e316a9be7e1f22ee78a48fc88c3b95480d09e5d80e33f7b1689a97fde87e4bd5'),
  ('0252_identity_decision.sql', '2f12d907fe1e3af27d43fc45fbfcfa05b1671c77a38058414c735d840d30e1d7'),
  ('0260_points.sql', '66e1170d2681920670fcc3998694fa081f9eed557ebf523da21afe73cf8fa338'),
  ('0261_compensation.sql', '1bd16c98d3315ccbda4de25733e4d4768fb6c101e1bf8a8434690b6b822ccc72'),
  ('0270_bill_without_contract_check.sql', '05196686515614fb09f2237189e26b31aa30708e53f1d93f25dcf58eb53640fb'),
  ('0280_month_close_part.sql', '9fc49fd00883df369276eec7fdbd34ffe0b7789bddd80a3fb59c8a9df4a94ed3'),
  ('0290_documents_asked_again.sql', 'c193a31947e4eb6e14d1fd1e644acd6fa34b955051a93f47c259991575a1141e'),
  ('0291_profile_draft.sql', '5d3423890bcbad837e977d051e5c25425a18a6fc4e69ff19f79f52fb6eca1a33'),
  ('0300_audit_head.sql', '26ebca4a4d153f6c5a1adeacba65e0428179b15c79385ad58b31b53b404ff244'),
  ('0310_ledger_due_of_record.sql', '79c629db0907b8ed5d0c3f86d9116d28d33f5d22623d98a85620b310b3fa93da'),
  ('0311_entry_without_bucket_check.sql', '198b9a0f4db4b238acaf208a9a9d95437884fe3bfc2889eaa86f15ed185604b2'),
  ('0312_room_for_days.sql', '38898d79d3786a73b00e38a8ee616f9ac0d6125574811eec863fc2cd101f8427'),
  ('0320_application.sql', 'ed7d584988042b7ce0be2f93defe5ac4c2000a02bfd74e3e20b50d19cc95e2f9'),
  ('0321_contract_living_account.sql', 'bfe813463e83bb205e00fb11eb1c433797c4b967688ae9fad56aef05b97ef4a3'),
  ('0322_application_decision.sql', 'a080dbf2e3f4474531aa636d7d07a845ff2ef87fd6ac105f6e82c4ae9d67cbbd'),
  ('0323_application_withdrawal.sql', '7383d89c7cbee31c17e76cb0b0ce100355bce6e4e845fb438d6d46571ee71ac8'),
  ('0330_handover.sql', 'faa617a3464c931e5065c5ff211ca68d9237aa6f02095c81c0a60b425b72d0bc'),
  ('0331_handover_receiver.sql', '9a6911b658203134a04496b5926fab0d47d988fac03e476252ed49664dd32278'),
  ('0335_succession.sql', '4ce32b21536d138d4962fb55e3d75bc70fb051c205cb80d6edb9dd70aa13fcf8'),
  ('0343_sealing_key.sql', 'd4ee995cfff3c31c894b59be710b336fa273e13b5e28e1e568e12840e9ff0d40'),
  ('0346_final_rows.sql', 'feea4eab26a18d31ab61d620adb4473c5cc7662c9ca4c913e109ac6e7d41bd5c'),
  ('0347_month_partition.sql', 'ac5953d905a8f63daae1a3aba02b2d895c9b17c66963012012e607f7f9aafa38'),
  ('0348_finding_settled.sql', '2d42b1e5c8871b81a3f7a46b001426df0cb970f6b2f388c0335ed953be50e9b3'),
  ('0350_month_turn.sql', '21bd255440a6ee9cafa6bce513460bb1b91434f520fa194af2ca29347533f27f'),
  ('0351_alert_due.sql', 'b9e82ff881ef86f2a657eeb8981b5f95ac41a0ccaeb07b5bfdbb0bb48bfb47d0'),
  ('0352_usage_late.sql', 'ec51d288dc28f8c3aff47207ffe382a9bba5ac5af076c156ac1a37a8171a4e2f'),
  ('0353_drop_month_partition.sql', '9e910df185b112d4a3c772522ef99ddf8dec16f6498774f1199d2c0ee642808c'),
  ('0355_import_narrow.sql', '72b6a5d4e21980cfb68ca9cb3d8fafdbaf4ffa231a0a1b0c8fa2f08174f4dbdd'),
  ('0360_bucket_in_place.sql', '6fb7280d8abbd9a7a4ad94841496741fd463610cafb969878294f9a527801de4'),
  ('0363_days_when_over.sql', '2c6b30a720d3c6ff1897c91b43ac9ea31b91dc882fff03b4ca10d801160ab1c4'),
  ('0366_message_waits_since.sql', '4de43b41966d852828d09d42817fdc31d39729be9d560ca6864a445f327cf47e'),
  ('0375_calendar_look.sql', '1726a78775e3e608a08d990eda95e110fd3853340e063d33962ff611ac4c2338'),
  ('0380_entry_by_end.sql', 'b1cf743fb1c1189e494d09b3a6fef11d114689be41e7cf59f5a30f20dee7599f'),
  ('0400_orders_born_over.sql', '46daae5d6c51cdf6935dd4ebb4fb84c445955f4acf33f5b680ee4c28da03655d'),
  ('0401_hold_withdrawn.sql', 'ebad5e7f34c018bd6d65a4d8bd47a19ea60b2c340878cbba3bb1ed710d1d5cae'),
  ('0410_line_ported_out.sql', 'b0f69bb2ad1b250b60eff906e55cca669b830f35f8fb69d1ceb3578fb1a64887'),
  ('0411_bill_history_version.sql', 'ede0c3507f68db17dfa3be850927a28cb64f6091d4c6ba06bf7f34eeb676ce6e'),
  ('0420_ways_in.sql', 'a1159cbb1c84e48cabd9c46aa69dce3f89107353f97d7ee6e59c1a02af23c19e'),
  ('0440_pressed_with.sql', '0261e4f878878de82c5558cf8f5d5f6fe040d085785b51c9abe1d57dc4a71656'),
  ('0450_kept_press.sql', 'dac9febce2f51d378113ba250ff18cf6da555899feec058c80f5b6cd1c2d84ed'),
  ('0480_login_without_auth_time.sql', '34a87694cdc5967212765ce4d417c1e285142f5ffcb8653b732590795b15e3ca'),
  ('0500_holder_contact.sql', '91bb1a882a447d28f4b3d613ecd602a46d9b6135f99d1be0e9e2d0e36d9678cb'),
  ('0510_identity_record.sql', 'e4e1224079943979616f8d44c144b7d7b69ea7abd88fc78316c42ebbd7011d20'),
  ('0520_guardian_consent.sql', '243cf8c1e4e38da010e87b11ebca597945550817958f60a4ca72948b0d6a3b0f'),
  ('0530_mail_return.sql', 'd3871dc3c18ed7b72b4d8de068a57b2d54562535575c7cce3e64f758fea21dca'),
  ('0550_books_by_date.sql', 'a8d4e44a0413793f73854a16c27f3a0c9e98f6ba889bc0f94ed4a1d83993a621'),
  ('0551_outage_emergency_calls.sql', '804ff3c87252d7aaedbaee533ea04e40a6c1e20c17b3b8ac42b2dbfe20a7e2c2'),
  ('0560_staff.sql', '229988aff3630be9fcfa34fc28a561d9cc89ff564759d556bad29b03c623ad68'),
  ('0561_audit_seal.sql', 'c48caf32a87aab89899653b211687c7a9faad0da870e3d169b246a78b78577f5'),
  ('0565_ticket.sql', 'bc16a2ffdc8d82db345221c5ad6f1faaa5acec1372e05cc13492454829af933e'),
  ('0566_ticket_item.sql', 'd5dc0c2d503a4152563159002413943d79c29a25ad0577e67da5082e2a0daf44'),
  ('0570_access_grant.sql', '392c0b2d79b41e8d4409b2ca701b2d503573a9177927dbf93e84bfd44560299c'),
  ('0575_staff_decision.sql', '37613368b8b5a48b3a3ad6d2e3da30a2b0234e2c1f5f04b8fdf1a8cb02b2a7de'),
  ('0580_approval.sql', '15ebe960ec2e1a1a41efefb4e2c43e980b7b1e08d78e6b2ce23dbe78cbdc68c5'),
  ('0581_house_notice.sql', '20794bd2c015216852cc0f35258175489db10d9bc14505a238ba4de84a881cae'),
  ('0590_changed_by_staff.sql', 'de6f96c79f33f0a6c9611b2ab2823199e31176c0bff1e4555bea908f7895b89a'),
  ('0591_hold_on_behalf.sql', 'ad52f2ef45835a0ca0e42da18e97b3a5ff90c48d1501fe1a62fb47c051341653'),
  ('0610_widget.sql', '701b531a91630d0f219954e8ce5a5f78bbb8e55daa6f85efe41453222eec9eda'),
  ('0620_push.sql', 'bd6cac98d852104e713ea1f92864d05183b41708c975fcfbbb314990c532f1ff'),
  ('0621_mail_unless_read.sql', 'bc493bb4596e996e43336e440bdf1d6c4dc670b6605d6abcaa31a78bdc15b305'),
  ('0622_device_browser.sql', 'b6e6b56bcbab94e0750550dfb002bfb9af68b586e29e59e2d43a2be3c9b7fe9a'),
  ('0623_undo_limit.sql', 'a74632c2aa8bfcd69526c82e463e6cf75ca90f6ba614e159ea1a80abee827b0b'),
  ('0630_strong_proof.sql', '6e3798f94f7f41a1df45495cbaa4061a9981a2a6507b82291f7e33b39cafa502'),
  ('0631_passkey.sql', '5bc9412937983c4b18c98d2f2078d5b9d962a4409ce92c3030676edd4974af8c'),
  ('0640_watched_order.sql', '57a3bb903c8eefce591fb2924ecd6f05c37ead6b8944598f23439fafcdd835ec'),
  ('0650_line_cap.sql', '1fc4f2d00bc6364d208bc84e86fe6c9d61d86d693fc24af90ae48874c9a70741'),
  ('0660_indexes_of_queues.sql', '4772aef8e9c723e5c898bd0f7fc0439f2c5d398e59b32bd93be41f3da5f6f12f'),
  ('0670_family_role.sql', '52a3d7bf9ec848fa84a01f0a62d564265ec392912508b24515bd6434df008ab6'),
  ('0700_family_request.sql', '4d056397fd7ec750e8e7a8880f7186fb66c30d0f47d863d9394c1137d98a8345'),
  ('0701_who_switched.sql', '2614cec38312b8127aa63d44a13b28b37e1b2f460f5dfdd6b062f52fe2a07acf'),
  ('0710_gift.sql', 'ceb2af0538c163f4df832d7f1bc2ccfb0c3d8cf07a157ed3fefa0d063610235d'),
  ('0711_usage_former.sql', '34d1e9347b61ac3ff886dec23ccd6627ab171b924c10529fc1f70d533f3dd25a'),
  ('0720_connection.sql', 'a9e8fb72c4509ae2284ba0d9d07acb40f01c380e5ff72615ceb8a5722f3ddb6e'),
  ('0721_prepared_order.sql', '9137b9d93cb32c0080976eb3e4fe4c9de5c539293b876273a553a92d4373dbcd'),
  ('0722_oauth.sql', '7275651e730f8f5dc70ee163fb466c820ff3cabae3b0e8a0fd8a4de8dc158d15'),
  ('0740_webhook.sql', 'ac87a1fa40124d4031acae26e7d658a5f0140f0a8df9fb3828e678ef093b8152'),
  ('0800_own_app.sql', 'e9c62aff8cd7552150974c48f2d04a7e0ce5b1345dedf17442fe8020fbc27399'),
  ('0820_session_shut_out.sql', 'c05cb8382ad7b4526b2404466aa149b64df1e61e721a3acbe36c766e8fafc9b7');
