import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rested, scrolledTo, unscrolled, type HeaderScroll } from './scroll-hide.ts'

const shownAt = (y: number): HeaderScroll => ({ ...unscrolled, y, deepestY: y })
const hiddenAt = (y: number): HeaderScroll => ({ ...shownAt(y), isHidden: true })

describe('ページを下へ進むと、ヘッダーは場所をあける', () => {
  test.each([
    { y: 0, isHidden: false, isWaiting: false },
    { y: 1, isHidden: false, isWaiting: false },
    { y: 48, isHidden: false, isWaiting: false },
    { y: 49, isHidden: false, isWaiting: false },
    { y: 50, isHidden: true, isWaiting: false },
    { y: 199, isHidden: true, isWaiting: false },
    { y: 200, isHidden: true, isWaiting: false },
    { y: 201, isHidden: false, isWaiting: true },
  ])('上から$ypxまで：隠れる$isHidden、待つ$isWaiting', ({ y, ...expected }) => {
    expect(scrolledTo(unscrolled, y)).toMatchObject({ y, ...expected })
  })

  test('ページの奥では、止まってから隠れる', () => {
    const moving = scrolledTo(shownAt(600), 640)
    expect(moving).toMatchObject({ isHidden: false, isWaiting: true })
    expect(rested(moving)).toMatchObject({ isHidden: true, isWaiting: false, deepestY: 640 })
  })

  test('止まる前に戻れば、出たままになる', () => {
    const changed = scrolledTo(scrolledTo(shownAt(600), 640), 639)
    expect(rested(changed)).toMatchObject({ isHidden: false, isWaiting: false })
  })
})

describe('戻ると、ヘッダーはまた現れる', () => {
  test.each([
    { from: 600, to: 501, isHidden: true },
    { from: 600, to: 500, isHidden: false },
    { from: 600, to: 499, isHidden: false },
    { from: 140, to: 50, isHidden: true },
    { from: 140, to: 49, isHidden: false },
    { from: 140, to: 1, isHidden: false },
    { from: 140, to: 0, isHidden: false },
  ])('$fromで隠れ、$toまで戻る：隠れる$isHidden', ({ from, to, isHidden }) => {
    expect(scrolledTo(hiddenAt(from), to).isHidden).toBe(isHidden)
  })

  test('100pxは、何歩で戻っても、いちばん深い所から数える', () => {
    const steps = [560, 700, 650, 601]
    const almost = steps.reduce(scrolledTo, hiddenAt(600))
    expect(almost).toMatchObject({ isHidden: true, deepestY: 700 })
    expect(scrolledTo(almost, 600).isHidden).toBe(false)
  })
})

test('上から49pxまでは、前に何があってもヘッダーが出る', () => {
  const y = fc.integer({ min: 0, max: 5000 })
  fc.assert(
    fc.property(fc.array(y), fc.integer({ min: 0, max: 49 }), (path, last) => {
      expect(scrolledTo(path.reduce(scrolledTo, unscrolled), last).isHidden).toBe(false)
    }),
  )
})
