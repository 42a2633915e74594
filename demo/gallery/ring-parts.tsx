import { OrderRings } from '#ui/order-rings.tsx'
import { FamilyRing } from '#ui/family-ring.tsx'
import { Ring } from '#ui/ring.tsx'
import type { GalleryPart } from './gallery-part.ts'

const GB = 1_000_000_000

const three = [
  { kind: 'add', bytes: 0.5 * GB },
  { kind: 'base', bytes: 3 * GB },
  { kind: 'carry', bytes: 0.68 * GB, expiring: true },
] as const

const rings = [
  {
    name: '家族（3回線で1つの量）',
    ring: (
      <FamilyRing
        remainingBytes={4.05 * GB}
        people={[
          { id: '1', initial: '健', tone: 0, usedBytes: 2.6 * GB },
          { id: '2', initial: '蓮', tone: 1, usedBytes: 3.9 * GB },
          { id: '3', initial: 'タ', tone: 2, usedBytes: 0.85 * GB },
        ]}
        state="ok"
      />
    ),
  },
  { name: 'ライト（高速データなし）', ring: <Ring buckets={[]} capacityBytes={0} state="light" /> },
  { name: '余裕あり・3種類', ring: <Ring buckets={three} capacityBytes={6 * GB} /> },
  {
    name: '余裕あり・1種類',
    ring: <Ring buckets={[{ kind: 'base', bytes: 2.1 * GB }]} capacityBytes={3 * GB} />,
  },
  {
    name: '注意',
    ring: (
      <Ring
        buckets={[
          { kind: 'add', bytes: 0.5 * GB },
          { kind: 'base', bytes: 0.32 * GB },
        ]}
        capacityBytes={4.1 * GB}
        state="warning"
        note="あと6日"
      />
    ),
  },
  {
    name: '追加したばかり',
    ring: (
      <Ring
        buckets={[
          { kind: 'base', bytes: 1.1 * GB },
          { kind: 'add', bytes: 1 * GB, expiring: true, isNew: true },
        ]}
        capacityBytes={4 * GB}
      />
    ),
  },
  {
    name: '使い切り',
    ring: <Ring buckets={[]} capacityBytes={3 * GB} state="empty" note="いま低速" />,
  },
  {
    name: '低速を選択中',
    ring: (
      <Ring
        buckets={[{ kind: 'base', bytes: 1.9 * GB }]}
        capacityBytes={3 * GB}
        state="low"
        note="減りません"
      />
    ),
  },
  {
    name: '利用停止中',
    ring: (
      <Ring
        buckets={[{ kind: 'base', bytes: 5 * GB }]}
        capacityBytes={5 * GB}
        state="stopped"
        note="停止中"
      />
    ),
  },
]

export const ringParts: readonly GalleryPart[] = [
  {
    slug: 'ring',
    title: '残量の輪',
    states: rings.map(({ name, ring }) => ({ name, show: ring })),
  },
  {
    slug: 'ring-stage',
    title: '残量の輪（濃い面）',
    states: rings.map(({ name, ring }) => ({
      name,
      show: <div className="stage card">{ring}</div>,
    })),
  },
  {
    slug: 'order-rings',
    title: 'お手続きの輪',
    states: [
      {
        name: '受け付けたばかり',
        show: <OrderRings steps={['current', 'next', 'next', 'next']} />,
      },
      {
        name: '配送中',
        show: <OrderRings steps={['done', 'done', 'done', 'current', 'next']} share={0.6} />,
      },
      { name: '完了', show: <OrderRings steps={['done', 'done', 'done', 'done']} /> },
      { name: '手続きできず', show: <OrderRings steps={['done', 'failed']} /> },
    ],
  },
]
