import { entryTo } from '#portal/mypage/entrances.ts'
import { pages } from '#vocabulary/pages.ts'
import { procedureEntries, procedurePages } from '#portal/mypage/flow/procedures.ts'
import { RefusalNotice } from '#portal/mypage/flow/refusal.tsx'
import { lostEntryOf } from '#portal/mypage/shared/lost-entry.ts'
import { Accordion } from '#ui/accordion.tsx'
import { Card, LinkList } from '#ui/card.tsx'
import type { contractApi } from '#protocol/contract.ts'
import type { Result } from '#protocol/endpoint.ts'

type Row = Result<typeof contractApi.contractChangeStatusGet>['operations'][number]

const records = [
  entryTo(pages.orders, '進み具合と次の予定日'),
  entryTo(pages.documents, 'PDFのダウンロードと郵送'),
]
const dates = entryTo(pages.deadlines, '締め切りとカレンダー')
const lost = {
  stop: entryTo(pages.lost, '回線をすぐに止めます'),
  resume: entryTo(pages.lost, '止めた回線を再開します'),
} as const

type ProcedureListProps = {
  readonly operations: readonly Row[]
  readonly isEnded: boolean
}

/**
 * What can begin today is offered; what would be refused is named below with its reason. Of a contract that has ended
 * only the records are left.
 */
export function ProcedureList({ operations, isEnded }: ProcedureListProps) {
  if (isEnded) return <Records entries={records} />
  const entries = procedureEntries.map(({ entry, ...shown }) => {
    const rows = operations.filter(({ operation }) => procedurePages[operation]?.entry === entry)
    const isBlocked = rows.length > 0 && rows.every(({ allowed }) => !allowed)
    return { ...shown, isBlocked, why: rows[0] }
  })
  const whenLost = lostEntryOf(operations)
  const open = entries.filter(({ isBlocked }) => !isBlocked)
  const blocked = entries.filter(({ isBlocked }) => isBlocked)
  return (
    <>
      <Card>
        <h2>始める</h2>
        <LinkList
          entries={[...open.map(toEntry), ...(whenLost === undefined ? [] : [lost[whenLost]])]}
        />
      </Card>
      {blocked.length === 0 ? null : (
        <Card>
          <h2>いまは受け付けられない手続き</h2>
          <LinkList entries={blocked.map(toEntry)} />
          <Accordion title="受け付けられない理由">
            {[...Map.groupBy(blocked, ({ why }) => why?.message ?? '').values()].map((alike) => (
              <RefusalNotice
                key={alike[0]?.label}
                title={alike.map(({ label }) => label).join('、')}
                reason={alike[0]?.why ?? {}}
              />
            ))}
          </Accordion>
        </Card>
      )}
      <Records entries={[...records, dates]} />
    </>
  )
}

type Entry = { readonly href: string; readonly label: string; readonly hint: string }

function Records({ entries }: { readonly entries: readonly Entry[] }) {
  return (
    <Card>
      <h2>進み具合と記録</h2>
      <LinkList entries={entries} />
    </Card>
  )
}

const toEntry = ({ href, label, hint }: Entry) => ({ href, label, hint })
