import { describe, expect, test } from 'vitest'
import { arcPath, layFamily, layRing, pointOn } from './ring-geometry.ts'

const GB = 1_000_000_000

describe('the ring is drawn from the numbers', () => {
  test('arcs follow one another from 12 o’clock, each one track further out', () => {
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

  test('one bucket has one thick track; an empty one takes no place', () => {
    const { tracks, arcs } = layRing([{ bytes: 2 * GB }, { bytes: 0 }], 3 * GB)
    expect(tracks).toEqual([{ r: 72, w: 14 }])
    expect(arcs).toHaveLength(1)
  })

  test('more than the capacity closes the ring and no more', () => {
    expect(layRing([{ bytes: 4 * GB }], 3 * GB).head).toBe(360)
  })

  test('nothing left is no arc, and the head is where it began', () => {
    expect(layRing([{ bytes: 0 }], 3 * GB)).toMatchObject({ arcs: [], head: 0 })
  })
})

test('12 o’clock is above the centre, 3 o’clock to its right', () => {
  expect(pointOn(72, 0)).toEqual({ x: 80, y: 8 })
  expect(pointOn(72, 90)).toEqual({ x: 152, y: 80 })
})

test('round caps lie inside the true length: a quarter ends 5.57° early on both sides', () => {
  const path = arcPath({ r: 72, w: 14 }, 0, 90)
  const begin = pointOn(72, 5.5704)
  const end = pointOn(72, 90 - 5.5704)
  expect(path).toBe(`M${begin.x} ${begin.y}A72 72 0 0 1 ${end.x} ${end.y}`)
})

test('a whole ring is drawn in two halves, since an arc to its own beginning is none', () => {
  expect(arcPath({ r: 72, w: 0 }, 0, 360).match(/A/g)).toHaveLength(2)
})

test('of a family, what is left comes first, then each person’s part; a narrow part bears no initial', () => {
  const { head, arcs } = layFamily(4.05 * GB, [2.6 * GB, 3.9 * GB, 0.5 * GB])
  expect(head).toBeCloseTo(131.95, 2)
  expect(arcs.map(({ hasDisc }) => hasDisc)).toEqual([true, true, false])
  expect(arcs[0]?.from).toBe(head)
  expect(arcs.at(-1)?.to).toBeCloseTo(360, 6)
})
