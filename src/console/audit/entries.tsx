import { formatMoment } from '#console/parts/due.ts'
import { actionWords } from '#vocabulary/audit-action.ts'
import { consoleActs } from '#vocabulary/console.ts'
import { ticketNoPattern } from '#vocabulary/contact.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import type { consoleAuditApi } from '#protocol/console/audit.ts'
import type { Result } from '#protocol/endpoint.ts'
import { RowKeys } from '#console/parts/row-keys.tsx'
import { Rows, type RowColumn } from '#console/parts/rows.tsx'
import { PersonMark } from '#console/shell/icon.tsx'
import { ticketPlace } from '#console/shell/places.ts'
import { rolesText } from '#console/shell/rail.tsx'

export type Found = Result<typeof consoleAuditApi.consoleAuditSearchPost>
type Entry = Found['rows'][number]

const actors = { member: '会員', staff: 'スタッフ', system: '自動', carrier: '回線網' } as const

const actWords = (act: string) => {
  const known = namesOf(consoleActs).find((name) => name === act)
  return known === undefined ? act : consoleActs[known]
}

const columns: readonly RowColumn<Entry>[] = [
  ['日時', ({ at }) => formatMoment(at)],
  [
    'だれ',
    ({ actor, staffName }) =>
      staffName === undefined ? (
        actors[actor]
      ) : (
        <>
          <PersonMark name={staffName} /> {staffName}
        </>
      ),
  ],
  ['役割', ({ role }) => (role === undefined ? '' : rolesText([role])), { isQuiet: true }],
  [
    'したこと',
    ({ action, act, code }) => (
      <>
        {actionWords[action] ?? action}
        {act === undefined ? null : (
          <small className="row-facts">
            {actWords(act)}
            {code === undefined ? null : `（${code}）`}
          </small>
        )}
      </>
    ),
    { isTitle: true },
  ],
  ['対象', ({ target }) => target, { isQuiet: true, onPhone: 'hidden' }],
  [
    '件',
    ({ caseNo }) =>
      caseNo === undefined ? null : ticketNoPattern.test(caseNo) ? (
        <a href={ticketPlace(caseNo)}>{caseNo}</a>
      ) : (
        caseNo
      ),
  ],
  ['連なり', ({ chain }) => chain, { isQuiet: true, onPhone: 'whole' }],
]

/** What was done, the latest first. */
export const Entries = ({ found }: { readonly found: Found }) => (
  <>
    <Rows
      caption="監査の記録"
      columns={columns}
      rows={found.rows}
      rowKey={({ at, chain, action, target }) => `${at} ${chain} ${action} ${target}`}
    />
    <RowKeys />
  </>
)
