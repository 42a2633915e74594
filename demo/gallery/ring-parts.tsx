import { OrderRings } from '#ui/order-rings.tsx'
import { FamilyRing } from '#ui/family-ring.tsx'
import { Ring } from '#ui/ring.tsx'
import { type GalleryPart, part, statesOf } from './gallery-part.ts'

const GB = 1_000_000_000

const three = [
  { kind: 'add', bytes: 0.5 * GB },
  { kind: 'base', bytes: 3 * GB },
  { kind: 'carry', bytes: 0.68 * GB, expiring: true },
] as const

const rings = {
  '家族（3回線で1つの量）': (
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
  '家族（上限の印：届く前と、届いたあと）': (
    <FamilyRing
      remainingBytes={4.05 * GB}
      people={[
        { id: '1', initial: '健', tone: 0, usedBytes: 2.6 * GB, capBytes: 3.5 * GB },
        { id: '2', initial: '蓮', tone: 1, usedBytes: 3.9 * GB, capBytes: 3.7 * GB },
        { id: '3', initial: 'タ', tone: 2, usedBytes: 0.85 * GB, capBytes: 2 * GB },
      ]}
      state="ok"
    />
  ),
  'ライト（高速データなし）': <Ring buckets={[]} capacityBytes={0} state="light" />,
  '余裕あり・3種類': <Ring buckets={three} capacityBytes={6 * GB} />,
  '余裕あり・1種類': <Ring buckets={[{ kind: 'base', bytes: 2.1 * GB }]} capacityBytes={3 * GB} />,
  注意: (
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
  追加したばかり: (
    <Ring
      buckets={[
        { kind: 'base', bytes: 1.1 * GB },
        { kind: 'add', bytes: 1 * GB, expiring: true, isNew: true },
      ]}
      capacityBytes={4 * GB}
    />
  ),
  使い切り: <Ring buckets={[]} capacityBytes={3 * GB} state="empty" note="いま低速" />,
  低速を選択中: (
    <Ring
      buckets={[{ kind: 'base', bytes: 1.9 * GB }]}
      capacityBytes={3 * GB}
      state="low"
      note="減りません"
    />
  ),
  利用停止中: (
    <Ring
      buckets={[{ kind: 'base', bytes: 5 * GB }]}
      capacityBytes={5 * GB}
      state="stopped"
      note="停止中"
    />
  ),
}

export const ringParts: readonly GalleryPart[] = [
  part('ring', '残量の輪', rings),
  part(
    'ring-stage',
    '残量の輪（濃い面）',
    statesOf(
      Object.entries(rings),
      ([name]) => name,
      ([, ring]) => <div className="stage card">{ring}</div>,
    ),
  ),
  part('order-rings', 'お手続きの輪', {
    受け付けたばかり: <OrderRings steps={['current', 'next', 'next', 'next']} />,
    配送中: <OrderRings steps={['done', 'done', 'done', 'current', 'next']} share={0.6} />,
    完了: <OrderRings steps={['done', 'done', 'done', 'done']} />,
    手続きできず: <OrderRings steps={['done', 'failed']} />,
  }),
]
