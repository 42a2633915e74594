import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { safeBackPath } from './back-path.ts'

describe('戻り先は自分のサイトのページだけ', () => {
  test.each([
    ['/mypage/top.html', '/mypage/top.html'],
    ['/fee?gb=3&kind=voice#simulator', '/fee?gb=3&kind=voice#simulator'],
    ['/', '/'],
  ])('%s はそのまま戻る', (value, expected) => {
    expect(safeBackPath(value)).toBe(expected)
  })

  test.each([
    ['', '空'],
    ['//evil.example', 'プロトコル相対'],
    ['/\\evil.example', 'バックスラッシュ'],
    ['\\\\/evil.example', 'バックスラッシュ二つ'],
    ['https:evil.example', 'スキーム'],
    ['https://us@evil.example/', '利用者名'],
    ['/%09/evil.example', '符号化された制御文字'],
    ['/\t/evil.example', '制御文字'],
    ['javascript:alert(1)', 'スクリプト'],
    ['data:text/html,x', 'データ'],
    ['/login_back.html', '自分へ戻る輪'],
    ['/LOGIN_back.html', '自分へ戻る輪（大文字）'],
    ['/auth/login', 'ログインの途中'],
    ['/api/user/', 'APIの答え'],
    ['/a\r\nSet-Cookie: x=1', '改行'],
    ['/%00', 'NUL'],
    ['/..//evil.example', '親をたどる'],
    ['/%2f%2fevil.example', '符号化された斜線'],
    ['／／evil.example', '全角の斜線'],
    ['/／evil.example', '全角の斜線（二字目）'],
    ['/%E0%A4%A', '壊れた符号'],
    [`/${'a'.repeat(8192)}`, '長すぎる'],
  ])('%j（%s）はトップへ', (value) => {
    expect(safeBackPath(value)).toBe('/')
  })

  test('どんな文字列でも、ブラウザが開くのは自分のサイト', () => {
    const hostile = fc.oneof(
      fc.string(),
      fc.string().map((text) => `/${text}`),
      fc
        .constantFrom('//', '/\\', '/%5c', '/.', 'https:')
        .chain((head) => fc.string().map((t) => head + t)),
    )
    fc.assert(
      fc.property(hostile, (value) => {
        const back = safeBackPath(value)
        expect(new URL(back, 'https://portal.example').origin).toBe('https://portal.example')
      }),
      { numRuns: 3000 },
    )
  })
})
