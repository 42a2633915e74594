import type { Findings } from '#backend/finding.ts'

export const giftFindings = {
  'gift-not-brought-back': {
    what: 'gifts that nobody has taken and that the hour could not bring back',
    resolve:
      'Nobody can take them any more, and the hour tries them again. The log has the reason as `gift not brought back`, by its id.',
    queue: 'usage',
    ifLeft: '受け取られなかったギフトのデータが、贈った会員に戻りません。',
    acts: [],
    query: `
      select gift_id as ref, bytes || ' bytes' as detail, expires_at as since, null as account_id, contract_id,
        '{}'::jsonb as facts
      from gift where state = 'open' and expires_at < $now - interval '2 hours'`,
  },
} satisfies Findings

/** Gifts whose entries are all there: those of data that ended long ago are deleted (data/commands/roll-up-usage.ts). */
const hasEntries = `not exists (select from data_transfer t
  where t.contract_id = g.contract_id and t.transfer_id = g.gift_id
    and t.ends_at < coalesce((select before from usage_let_go), '-infinity'))`

/** What left ledgers by gifts, and what came into others. */
const moved = `
  left_pool as (
    select contract_id, substr(source, 6) as gift_id, -sum(bytes) as bytes
    from data_entry where source like 'gift/%' group by 1, 2),
  arrived as (
    select contract_id as taken_contract_id, split_part(substr(source, 12), '-', 1) as gift_id, sum(bytes) as bytes
    from data_entry where source like 'grant/gift/gift\\_%' group by 1, 2)`

/** Laws of data that goes from one contract to another. */
export const giftLaws = {
  'what leaves by a gift arrives, is on its way, or came back': `
    with ${moved}
    select g.contract_id, g.gift_id as what, g.state || ': ' || coalesce(l.bytes, 0) || ' left, '
      || coalesce(a.bytes, 0) || ' arrived, of ' || g.bytes as found
    from gift g
    left join left_pool l using (contract_id, gift_id)
    left join arrived a using (taken_contract_id, gift_id)
    where ${hasEntries}
      and (coalesce(l.bytes, 0) <> case when g.state in ('open', 'taken') then g.bytes else 0 end
        or coalesce(a.bytes, 0) <> case when g.state = 'taken' then g.bytes else 0 end)`,

  'nothing leaves or arrives but by a gift': `
    with ${moved}
    select l.contract_id, l.gift_id as what, l.bytes::text as found from left_pool l
    where l.bytes <> 0 and not exists (select from gift g
      where g.contract_id = l.contract_id and g.gift_id = l.gift_id)
    union all
    select a.taken_contract_id, a.gift_id, a.bytes::text from arrived a
    where a.bytes <> 0 and not exists (select from gift g
      where g.taken_contract_id = a.taken_contract_id and g.gift_id = a.gift_id)`,

  'a gift is the sum of its parts, and none that came back has any': `
    select g.contract_id, g.gift_id as what, coalesce(sum(t.bytes), 0) || ' of ' || g.bytes as found
    from gift g left join data_transfer t on t.contract_id = g.contract_id and t.transfer_id = g.gift_id
    group by g.contract_id, g.gift_id
    having coalesce(sum(t.bytes), 0) <> case when g.state in ('open', 'taken') then g.bytes else 0 end`,

  'what was given is not given again': `
    select t.contract_id, t.transfer_id as what, t.bucket_id as found
    from data_transfer t join data_bucket b using (contract_id, bucket_id)
    where b.kind in ('gift', 'bonus')`,

  'a gift lasts no longer than what it is taken from': `
    select t.contract_id, t.transfer_id as what, t.ends_at || ' of ' || b.expires_at as found
    from data_transfer t join data_bucket b using (contract_id, bucket_id)
    where t.ends_at > b.expires_at`,
} as const
