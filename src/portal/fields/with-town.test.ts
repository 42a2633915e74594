import { describe, expect, test } from 'vitest'
import { withTown } from './with-town.ts'

const shinjuku = { region: '東京都', locality: '新宿区', street: '大久保' }
const setagaya = { region: '東京都', locality: '世田谷区', street: '太子堂' }
const empty = { region: '', locality: '', street: '' }

describe('郵便番号の住所を、入力された住所に入れる', () => {
  test('空の欄には、郵便番号の住所が入る', () => {
    expect(withTown(empty, empty, shinjuku)).toEqual({ address: shinjuku, isRetained: false })
  })

  test('入力した番地と建物名は、消えない', () => {
    const typed = { ...shinjuku, street: '大久保1-2-3 コーポ桜203' }
    expect(withTown(typed, empty, shinjuku)).toEqual({ address: typed, isRetained: false })
  })

  test('先に入力した番地だけの欄も、消えない', () => {
    const typed = { ...empty, street: '1-2-3' }
    const address = { ...shinjuku, street: '1-2-3' }
    expect(withTown(typed, empty, shinjuku)).toEqual({ address, isRetained: true })
  })

  test('番地まで入力したあとで郵便番号だけを直しても、入力した欄はそのまま残る', () => {
    const typed = { ...shinjuku, street: '大久保1-2-3' }
    const address = { ...setagaya, street: '大久保1-2-3' }
    expect(withTown(typed, shinjuku, setagaya)).toEqual({ address, isRetained: true })
  })

  test('郵便番号から入ったままの欄は、別の郵便番号の住所に変わる', () => {
    expect(withTown(shinjuku, shinjuku, setagaya)).toEqual({ address: setagaya, isRetained: false })
  })

  test('引っ越し前の住所のままの欄は、新しい郵便番号の住所に変わる', () => {
    const before = { ...shinjuku, street: '大久保1-2-3 コーポ桜203' }
    expect(withTown(before, before, setagaya)).toEqual({ address: setagaya, isRetained: false })
  })

  test('同じ郵便番号を入れ直しても、登録してある番地は消えない', () => {
    const before = { ...shinjuku, street: '大久保1-2-3 コーポ桜203' }
    expect(withTown(before, before, shinjuku)).toEqual({ address: before, isRetained: false })
  })

  test('手で選んだ都道府県は変えず、違うことを伝える', () => {
    const typed = { ...empty, region: '埼玉県' }
    const address = { ...shinjuku, region: '埼玉県' }
    expect(withTown(typed, empty, shinjuku)).toEqual({ address, isRetained: true })
  })
})
