import { describe, expect, test } from 'vitest'
import { arcPath, layFamily, layRing, pointOn } from './ring-geometry.ts'

const GB = 1_000_000_000

describe('輪は、数字から描く', () => {
  test('弧は12時から順に続き、1つずつ外側になる', () => {
    const { arcs, head } = layRing(
      [{ bytes: 0.5 * GB }, { bytes: 3 * GB }, { bytes: 0.5 * GB }],
      8 * GB,
    )
    expect(arcs.map(({ from, to, track }) => [from, to, track.r])).toEqual([
      [0, 22.5, 54.5],
      [22.5, 157.5, 65],
      [157.5, 180, 75.5],
    ])
    expect(head).toBe(180)
  })

  test('内訳が1つなら太い輪になり、空の内訳は場所を取らない', () => {
    const { tracks, arcs } = layRing([{ bytes: 2 * GB }, { bytes: 0 }], 3 * GB)
    expect(tracks).toEqual([{ r: 72, w: 14 }])
    expect(arcs).toHaveLength(1)
  })

  test('容量を超えても、輪は閉じるだけ', () => {
    expect(layRing([{ bytes: 4 * GB }], 3 * GB).head).toBe(360)
  })

  test('残りがなければ弧はなく、先端は始まりの位置にある', () => {
    expect(layRing([{ bytes: 0 }], 3 * GB)).toMatchObject({ arcs: [], head: 0 })
  })
})

test('12時は中心の上、3時は右にある', () => {
  expect(pointOn(72, 0)).toEqual({ x: 80, y: 8 })
  expect(pointOn(72, 90)).toEqual({ x: 152, y: 80 })
})

test('丸い端は本当の長さの内側に入る：4分の1の弧は両側で5.57°短い', () => {
  const path = arcPath({ r: 72, w: 14 }, 0, 90)
  const begin = pointOn(72, 5.5704)
  const end = pointOn(72, 90 - 5.5704)
  expect(path).toBe(`M${begin.x} ${begin.y}A72 72 0 0 1 ${end.x} ${end.y}`)
})

test('輪の全体は、半分ずつ描く。始まりに戻る弧は描けないから', () => {
  expect(arcPath({ r: 72, w: 0 }, 0, 360).match(/A/g)).toHaveLength(2)
})

test('家族では、残りが先で、次にひとりずつの分。細い分に頭文字はない', () => {
  const { head, arcs } = layFamily(
    4.05 * GB,
    [2.6, 3.9, 0.5].map((used) => ({ usedBytes: used * GB })),
  )
  expect(head).toBeCloseTo(131.95, 2)
  expect(arcs.map(({ hasDisc }) => hasDisc)).toEqual([true, true, false])
  expect(arcs[0]?.from).toBe(head)
  expect(arcs.at(-1)?.to).toBeCloseTo(360, 6)
})

test('上限は、届く前も届いたあとも輪の上に場所があり、使える量のすべてを超える上限にはない', () => {
  const { head, arcs } = layFamily(4 * GB, [
    { usedBytes: 2 * GB, capBytes: 3 * GB },
    { usedBytes: 3 * GB, capBytes: 2 * GB },
    { usedBytes: 0, capBytes: 1 * GB },
    { usedBytes: 1 * GB, capBytes: 11 * GB },
    { usedBytes: 0 },
  ])
  expect(head).toBe(144)
  expect(arcs.map(({ from, to, capAt }) => [from, to, capAt])).toEqual([
    [144, 216, 252],
    [216, 324, 288],
    [324, 324, 360],
    [324, 360, undefined],
    [360, 360, undefined],
  ])
})
