import { pages } from '#vocabulary/pages.ts'
import type { Operation } from '#vocabulary/operation.ts'
import { entranceOf } from '#portal/mypage/flow/instead.ts'
import { RefusalNotice } from '#portal/mypage/flow/refusal.tsx'
import { Accordion } from '#ui/accordion.tsx'
import { LinkList } from '#ui/card.tsx'
import { Section } from '#ui/layout.tsx'
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
const always = [
  ...records,
  { href: pages.deadlines, label: '期限と予定', hint: '締め切りとカレンダー' },
]

/**
 * Every entrance stays open; those that would refuse today say so, with the reason, before one goes in. Of a contract
 * that has ended only the records are left.
 */
export function Procedures({
  operations,
  isEnded,
}: {
  readonly operations: readonly Row[]
  readonly isEnded: boolean
}) {
  if (isEnded)
    return (
      <Section id="procedures" title="記録と書面">
        <LinkList entries={records} />
      </Section>
    )
  const entries = shown.map(({ operations: wanted, label, hint }) => {
    const rows = operations.filter(({ operation }) => isAmong(wanted, operation))
    const blocked = rows.length > 0 && rows.every(({ allowed }) => !allowed)
    return { href: entranceOf[wanted[0]] ?? '', label, hint, blocked, why: rows[0] }
  })
  const blocked = entries.filter((entry) => entry.blocked)
  return (
    <Section id="procedures" title="お手続き">
      <LinkList
        entries={[
          ...entries.map(({ href, label, hint, blocked: isBlocked }) => ({
            href,
            label,
            hint: isBlocked ? `${hint}（いまは受け付けられません）` : hint,
          })),
          ...always,
        ]}
      />
      {blocked.length === 0 ? null : (
        <Accordion title={`いま受け付けられない手続きと理由（${blocked.length}件）`}>
          {blocked.map(({ label, why }) => (
            <RefusalNotice key={label} title={label} reason={why ?? {}} />
          ))}
        </Accordion>
      )}
    </Section>
  )
}

const isAmong = (wanted: readonly Operation[], operation: Operation) => wanted.includes(operation)
