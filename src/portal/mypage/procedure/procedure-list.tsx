import { pages } from '#vocabulary/pages.ts'
import type { Operation } from '#vocabulary/operation.ts'
import { entranceOf } from '#portal/mypage/flow/instead.ts'
import { RefusalNotice } from '#portal/mypage/flow/refusal.tsx'
import { Accordion } from '#ui/accordion.tsx'
import { Card, LinkList } from '#ui/card.tsx'
import type { contractApi } from '#protocol/contract.ts'
import type { Result } from '#protocol/endpoint.ts'

type Row = Result<typeof contractApi.contractChangeStatusGet>['operations'][number]

/** In the order of how often they are wanted; leaving is one of them, in plain sight. */
const shown = [
  {
    operations: ['planSizeChange'],
    label: 'データ容量の変更',
    hint: '毎月の高速データ量を変えます',
  },
  { operations: ['simAdd'], label: 'SIMの追加', hint: '家族やタブレットの回線を増やします' },
  {
    operations: ['simReissue', 'simKindChange'],
    label: 'SIMの変更・再発行',
    hint: 'サイズ、eSIM、種別の変更、紛失・故障のとき',
  },
  {
    operations: ['contractCancel', 'lineCancel', 'portOut'],
    label: '解約・転出',
    hint: '費用と最終利用日を最初に表示します',
  },
  { operations: ['initialCancel'], label: '初期契約解除', hint: '契約書面の受け取りから8日間' },
] as const satisfies readonly { operations: readonly Operation[]; label: string; hint: string }[]

const records = [
  { href: pages.orders, label: 'お手続き状況', hint: '進み具合と次の予定日' },
  { href: pages.documents, label: '契約書面', hint: 'PDFのダウンロードと郵送' },
]
const dates = { href: pages.deadlines, label: '期限と予定', hint: '締め切りとカレンダー' }
const lost = { href: pages.lost, label: '紛失・盗難のとき', hint: '回線をすぐに止めます' }

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
  const entries = shown.map(({ operations: wanted, label, hint }) => {
    const rows = operations.filter(({ operation }) => isAmong(wanted, operation))
    const isBlocked = rows.length > 0 && rows.every(({ allowed }) => !allowed)
    return { href: entranceOf[wanted[0]] ?? '', label, hint, isBlocked, why: rows[0] }
  })
  const open = entries.filter(({ isBlocked }) => !isBlocked)
  const blocked = entries.filter(({ isBlocked }) => isBlocked)
  return (
    <>
      <Card>
        <h2>始める</h2>
        <LinkList entries={[...open.map(toEntry), lost]} />
      </Card>
      {blocked.length === 0 ? null : (
        <Card>
          <h2>いまは受け付けられない手続き</h2>
          <LinkList entries={blocked.map(toEntry)} />
          <Accordion title="受け付けられない理由">
            {blocked.map(({ label, why }) => (
              <RefusalNotice key={label} title={label} reason={why ?? {}} />
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

const isAmong = (wanted: readonly Operation[], operation: Operation) => wanted.includes(operation)
