import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { chapters } from '../tools/law/chapters.ts'
import type { Duty } from '../tools/law/duty.ts'
import { lawPage, lawPageFile } from '../tools/write-law.ts'
import { faultsOf, type Repository } from './law-faults.ts'
import { titlesIn } from './test-titles.ts'

const duties = chapters.flatMap((chapter) => chapter.duties)

const repository: Repository = {
  textOf: (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined),
  titlesOf: (file) => (existsSync(file) ? titlesIn(file, readFileSync(file, 'utf8')) : []),
}

describe('法律の暦', () => {
  test('どの義務にも、いまあるコードとテストがあり、見直しの日を過ぎていない', () => {
    // A calendar that is overdue is to be seen: this is the one test that asks for the day it is run on.
    const today = Temporal.Now.plainDateISO('Asia/Tokyo').toString()
    expect(duties.length).toBeGreaterThan(35)
    expect(duties.flatMap((duty) => faultsOf(duty, repository, today))).toEqual([])
  })

  test('docs/law.md は、いまの一覧から書かれている', () => {
    expect(readFileSync(lawPageFile, 'utf8')).toBe(lawPage())
  })

  test('緊急通報のページは、どのSIMから通報できるかを、重要事項説明と同じに言う', () => {
    const page = readFileSync('content/support/emergency.html', 'utf8')
    const terms = readFileSync('content/agreement/mobile_info.html', 'utf8')
    expect(terms).toContain('110番、118番、119番に通報できるのは、音声通話SIMの回線だけです。')
    const rows = [...page.matchAll(/<th scope="row"[^>]*>(.+?)<\/th><td[^>]*>(.+?)<\/td>/g)]
    expect(
      rows.map(([, kind, usually = '']) => [kind, /^でき(?:ます|ません)/.exec(usually)?.[0]]),
    ).toEqual([
      ['音声通話SIM', 'できます'],
      ['データ＋SMS', 'できません'],
      ['データSIM', 'できません'],
    ])
  })

  const planted: Duty = {
    duty: 'planted',
    source: { law: '法', address: 'https://example.jp', seen: 'authority' },
    code: ['tools/law/duty.ts#owners'],
    tests: [['tests/law.test.ts', 'docs/law.md は、いまの一覧から書かれている']],
    owner: 'legal',
    nextReview: '2027-03-31',
  }

  test('見直しの日は、その日まではよく、次の日に過ぎたと言う', () => {
    expect(faultsOf(planted, repository, '2027-03-31')).toEqual([])
    expect(faultsOf(planted, repository, '2027-04-01')).toEqual([
      '「planted」 was to be reviewed by 2027-03-31',
    ])
  })

  test.each([
    [{ code: ['src/no-such.ts'] }, '「planted」 src/no-such.ts is not there'],
    [{ code: ['tools/law/duty.ts#lawyers'] }, '「planted」 tools/law/duty.ts#lawyers is not there'],
    [
      { tests: [['tests/law.test.ts', 'ない試験']] },
      '「planted」 tests/law.test.ts has no test 「ない試験」',
    ],
    [
      { tests: [['tests/no-such.test.ts', 'ない試験']] },
      '「planted」 tests/no-such.test.ts has no test 「ない試験」',
    ],
  ] satisfies [Partial<Duty>, string][])('ないものを名指せば、そうと言う：%#', (changes, fault) => {
    expect(faultsOf({ ...planted, ...changes }, repository, '2026-11-28')).toEqual([fault])
  })
})
