import { sql } from 'kysely'
import { lineWords } from '#backend/contract/line-words.ts'
import { loadContract } from '#backend/contract/load.ts'
import type { Db } from '#backend/db/connect.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { recordChange } from '#backend/step/record-change.ts'
import { toTokyoDate, type Instant, type TokyoDate } from '#domain/tokyo.ts'
import { voiceOptionCodes, type OptionCode } from '#vocabulary/option.ts'
import { kindChangedMessage } from '../messages.ts'

/**
 * Ends the options of a line or a contract that is over, and the voice options of a line that is no voice line any more,
 * about which the member gets a message. The last day is that of the change, however late the task is: a day in the next
 * month would be charged.
 */
export async function endOptionsOfEnded(
  tx: Db,
  { engine, sealing }: Pick<ProcedureDeps, 'engine' | 'sealing'>,
  now: Instant,
) {
  const today = toTokyoDate(now)
  const { rows } = await sql<Ended>`
    update option_period p
    set to_on = coalesce(
        (select l.ends_on from line l
          where l.contract_id = p.contract_id and l.line_id = p.line_id and l.status = 'ended'),
        case when c.status = any(${isOver}::text[]) then c.ends_on end,
        (select (coalesce(v.counts_from, v.replaced_at) at time zone 'Asia/Tokyo')::date from line_version v
          where v.contract_id = p.contract_id and v.line_id = p.line_id and v.former ->> 'kind' = 'voice'
          order by v.version desc limit 1),
        ${today}::date),
      left_at = ${now.toString()}::timestamptz
    from contract c
    where c.contract_id = p.contract_id and p.to_on is null
      and (c.status = any(${isOver}::text[])
        or exists (select from line l where l.contract_id = p.contract_id and l.line_id = p.line_id
          and (l.status = 'ended'
            or (l.kind <> 'voice' and p.option_code = any(${[...voiceOptionCodes]}::text[])))))
    returning p.contract_id, p.line_id, p.option_code, p.to_on, c.status as contract_status`.execute(
    tx,
  )
  const withKind = rows.filter(({ contract_status: status }) => !isOver.includes(status))
  for (const [lineId, ended] of Map.groupBy(withKind, ({ line_id: id }) => id ?? '')) {
    const contractId = ended[0]?.contract_id ?? ''
    const line = (await loadContract(tx, contractId)).lines.find(({ line_id: id }) => id === lineId)
    if (line === undefined || line.status === 'ended') continue
    const codes = voiceOptionCodes.filter((code) => ended.some((one) => one.option_code === code))
    await recordChange(
      tx,
      engine,
      { actor: 'system', contractId, now },
      {
        action: 'options-ended-with-kind',
        target: lineId,
        details: { codes },
        message: (accountId) =>
          kindChangedMessage({
            accountId,
            lineId,
            line: lineWords(line, sealing),
            codes,
            lastDay: ended[0]?.to_on ?? today,
          }),
      },
    )
  }
}

const isOver = ['terminated', 'initial_cancelled', 'ported_out', 'withdrawn']

type Ended = {
  contract_id: string
  line_id: string | null
  option_code: OptionCode
  to_on: TokyoDate
  contract_status: string
}
