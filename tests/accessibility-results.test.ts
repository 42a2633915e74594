import { existsSync, readFileSync } from 'node:fs'
import axe from 'axe-core'
import { describe, expect, test } from 'vitest'
import {
  accessibilityTable,
  countTrials,
  criteria,
  type Criterion,
} from '#server/content/accessibility-results.ts'
import { titlesIn } from './test-titles.ts'

/** Rules that a run asks by itself and that look at levels A and AA of WCAG 2.0, which the standard is. */
const asked = axe
  .getRules()
  .filter(({ tags }) => tags.includes('wcag2a') || tags.includes('wcag2aa'))
  .filter(({ tags }) => !tags.includes('experimental') && !tags.includes('deprecated'))

const tagOf = (number: string) => `wcag${number.replaceAll('.', '')}`

describe('JIS X 8341-3:2016 の試験結果', () => {
  test('レベルAの25と、レベルAAの13の達成基準が、番号の順にある', () => {
    const levels = Map.groupBy(criteria, ({ level }) => level)
    expect([levels.get('A')?.length, levels.get('AA')?.length]).toEqual([25, 13])
    const numbers = criteria.map(({ number }) => number)
    expect(numbers).toEqual(numbers.toSorted())
    expect(new Set(numbers).size).toBe(38)
  })

  test('どの達成基準にも、axeがそこで尋ねる規則だけが、すべて並ぶ', () => {
    for (const { number, axe: rules } of criteria)
      expect([number, rules.toSorted()]).toEqual([
        number,
        asked
          .filter(({ tags }) => tags.includes(tagOf(number)))
          .map(({ ruleId }) => ruleId)
          .toSorted(),
      ])
    const known = new Set(criteria.flatMap(({ axe: rules }) => rules))
    expect(asked.map(({ ruleId }) => ruleId).filter((id) => !known.has(id))).toEqual([])
  })

  test('規則も試験もない達成基準を、試験したとは言わない', () => {
    const claimed = criteria.filter(({ trial }) => trial.by === 'axe')
    expect(claimed.filter(({ axe: rules }) => rules.length === 0)).toEqual([])
  })

  test('名指しした試験は、いまもある', () => {
    const gone = criteria.flatMap(({ number, trial }) => {
      if (trial.by !== 'test') return []
      const [file, title] = trial.test
      const isThere = existsSync(file) && titlesIn(file, readFileSync(file, 'utf8')).includes(title)
      return isThere ? [] : [`${number} ${title}`]
    })
    expect(gone).toEqual([])
  })

  test('適合していないものは、そうと表に書く。人の手の試験は、日付とともに書く', () => {
    const planted: Criterion[] = [
      { number: '1.3.2', name: '意味のある順序', level: 'A', axe: [], trial: { by: 'nobody' } },
      {
        number: '2.4.3',
        name: 'フォーカス順序',
        level: 'A',
        axe: [],
        trial: { by: 'hand', on: '2026-12-01' },
        fault: '地図の順序',
      },
    ]
    const table = accessibilityTable(planted)
    expect(table).toContain('人の手で試験する前')
    expect(table).toContain('適合していません。地図の順序')
    expect(table).toContain('2026-12-01に、人の手で')
    expect(countTrials(planted)).toEqual({
      all: 2,
      tried: 0,
      nothingThere: 0,
      untried: 1,
      faulty: 1,
    })
  })
})
