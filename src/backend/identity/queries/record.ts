import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { formatDay, formatMoment } from '#backend/mail/japanese-date.ts'
import { lastRetainedDay } from '#domain/account/retention.ts'
import { methodOn } from '#domain/identity/methods.ts'
import { toTokyoDate, type TokyoDate } from '#domain/tokyo.ts'
import {
  identityCheckers,
  identityDocuments,
  identityMethods,
  identityRecorders,
} from '#vocabulary/identity.ts'
import { openRecord } from '../rows/records.ts'

/** How the holder was identified last; undefined where no record is written yet. */
export async function latestRecord(db: Db, accountId: string) {
  return db
    .selectFrom('identity_record')
    .select(['method', 'document_kind', 'checked_by'])
    .where('account_id', '=', accountId)
    .orderBy('verified_on', 'desc')
    .orderBy('recorded_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/**
 * A record with all that the law wants in it.
 * @param ref the number of the check, of what waited for it, or of the contract (then the latest)
 * @throws RangeError where there is none, or none any more
 */
export async function readRecord(db: Db, sealing: Sealing, ref: string) {
  const row = await db
    .selectFrom('identity_record as r')
    .innerJoin('identity_check as c', 'c.check_id', 'r.check_id')
    .leftJoin('contract as k', (join) =>
      join.on((eb) =>
        eb.or([
          eb('k.contract_id', '=', eb.ref('c.contract_id')),
          eb.and([
            eb('c.contract_id', 'is', null),
            eb('k.account_id', '=', eb.ref('c.account_id')),
          ]),
        ]),
      ),
    )
    .selectAll('r')
    .select(['c.order_no', 'k.contract_id', 'k.ends_on'])
    .where((eb) =>
      eb.or([
        eb('r.check_id', '=', ref),
        eb('c.order_no', '=', ref),
        eb('k.contract_id', '=', ref),
      ]),
    )
    .orderBy('r.recorded_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row !== undefined) return openRecord(sealing, row)
  const deletedOn = await deletedOnOf(db, ref)
  throw new RangeError(
    deletedOn === undefined
      ? `There is no identity record ${ref}`
      : `The identity record of ${ref} was deleted on ${deletedOn}: it is kept for three years after the contract's end`,
  )
}

export type IdentityRecord = Awaited<ReturnType<typeof readRecord>>

/** The day on which the records of a contract, or of an order of it, were deleted. */
async function deletedOnOf(db: Db, ref: string): Promise<TokyoDate | undefined> {
  const row = await db
    .selectFrom('let_go as g')
    .leftJoin('procedure_order as o', 'o.contract_id', 'g.contract_id')
    .select('g.at')
    .where('g.kept_for', '=', 'identity')
    .where((eb) => eb.or([eb('g.contract_id', '=', ref), eb('o.order_no', '=', ref)]))
    .limit(1)
    .executeTakeFirst()
  return row && toTokyoDate(row.at)
}

const MISSING = '記録がありません'

/** What is printed of a record, line by line: every item that the law names, and what is not recorded. */
export function recordLines(record: IdentityRecord): readonly (readonly [string, string])[] {
  const { compared, document_kind: kind, staff, verified_on: on } = record
  const allowed =
    kind === null ? undefined : methodOn({ method: record.method, document: kind }, on)
  const person = (role: string, name: string | undefined) => (name ? `${role}　${name}` : role)
  return [
    ['記録の番号', record.check_id],
    ['手続きの受付番号', record.order_no],
    ['契約', record.contract_id ?? 'ありません'],
    ['氏名', compared?.name ?? MISSING],
    ['フリガナ', compared?.kana || '登録がありません'],
    ['生年月日', compared?.birth || MISSING],
    ['住所', compared?.address || MISSING],
    ['書類と比べた項目', compared === undefined ? MISSING : '氏名、生年月日、住所'],
    ['確認の方法', identityMethods[record.method]],
    ['方法の根拠', allowed?.source ?? MISSING],
    ...(allowed?.ask === undefined ? [] : [['要確認（法務）', allowed.ask] as const]),
    ['書類の種類', kind === null ? MISSING : identityDocuments[kind]],
    ['書類または電子証明書の番号', record.reference ?? MISSING],
    ['確認した日', formatDay(on)],
    ['確認した者', person(identityCheckers[record.checked_by], staff?.checkedBy)],
    ['記録した者', person(identityRecorders[record.recorded_by], staff?.recordedBy)],
    ['記録した日時', formatMoment(record.recorded_at)],
    ['保存の期限', retainedWords(record.ends_on)],
  ]
}

function retainedWords(endedOn: TokyoDate | null): string {
  const until = endedOn === null ? undefined : lastRetainedDay('identity', { endedOn })
  return until === undefined ? '契約が終わった日から3年' : formatDay(until)
}

/** The same as a page to print. */
export function recordPage(record: IdentityRecord): string {
  const rows = recordLines(record)
    .map(
      ([term, value]) => `<tr><th scope="row">${escaped(term)}</th><td>${escaped(value)}</td></tr>`,
    )
    .join('\n')
  return `<!doctype html>
<html lang="ja">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>本人確認記録 ${escaped(record.check_id)}</title>
<style>
body { max-width: 42rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.7 sans-serif; color: #14211f; background: #fff }
table { width: 100%; border-collapse: collapse }
th, td { padding: .5rem; border: 1px solid #6f817b; text-align: left; vertical-align: top; overflow-wrap: anywhere }
th { width: 12rem; background: #e2f0ed }
@media (max-width: 30rem) { th, td { display: block; width: auto } }
@media print { body { margin: 0 } }
</style>
</head>
<body>
<h1>本人確認記録</h1>
<p>携帯電話不正利用防止法 第4条による記録です。</p>
<table>
<tbody>
${rows}
</tbody>
</table>
</body>
</html>
`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}
const escaped = (text: string) => text.replaceAll(/[&<>"]/gu, (sign) => entities[sign] ?? sign)
