import { describe, expect, test } from 'vitest'
import { csvOf } from './csv.ts'

describe('CSVの保存', () => {
  test('表計算ソフトで文字化けしないよう、UTF-8の印で始まりCRLFで終わる', () => {
    expect(csvOf([['日付', '高速']])).toBe('\ufeff日付,高速\r\n')
  })

  test('カンマ・引用符・改行のある値は、ひとつの値のまま読める', () => {
    expect(csvOf([['a,b', 'c"d', 'e\nf', 12, undefined]])).toBe('\ufeff"a,b","c""d","e\nf",12,\r\n')
  })

  test('回線の名前を式として実行させない。数はそのまま', () => {
    expect(csvOf([['=1+1', '+81', '-x', '@x', -5]])).toBe("\ufeff'=1+1,'+81,'-x,'@x,-5\r\n")
  })

  test('全角の記号で始まる名前も、式として実行させない', () => {
    expect(csvOf([['＝1+1', '＋81', '－x', '＠x', '家族＝3']])).toBe(
      "\ufeff'＝1+1,'＋81,'－x,'＠x,家族＝3\r\n",
    )
  })
})
