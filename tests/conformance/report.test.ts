import { expect, test } from 'vitest'
import { writeReport, type Report } from '#conformance/report.ts'

const report: Report = {
  system: 'card',
  url: 'https://card.example',
  at: Temporal.Instant.from('2026-11-28T10:00:00+09:00'),
  clauses: new Map([
    ['CARD-1', 'A charge takes "exactly" that amount.'],
    ['CARD-2', 'A refusal <200> takes nothing.'],
    ['CARD-3', 'It is reported.'],
  ]),
  findings: [
    { id: 'CARD-1', result: 'holds', seconds: 0.01 },
    { id: 'CARD-2', result: 'broken', detail: 'POST /charges → 500 \u0000 & more', seconds: 0.2 },
    { id: 'CARD-3', result: 'not tried', detail: 'needs --reports', seconds: 0 },
  ],
}

test('文章の報告は、文ごとに結果と見つけたものを言い、最後に数える', () => {
  expect(writeReport('text', report)).toBe(
    [
      'holds      CARD-1       A charge takes "exactly" that amount.',
      'broken     CARD-2       A refusal <200> takes nothing.',
      '                        POST /charges → 500 \u0000 & more',
      'not tried  CARD-3       It is reported.',
      '                        needs --reports',
      '',
      'card at https://card.example: 1 hold, 1 broken, 1 not tried',
      '',
    ].join('\n'),
  )
})

test('JSONの報告は、文ごとの記録を並べる', () => {
  expect(JSON.parse(writeReport('json', report))).toEqual({
    system: 'card',
    url: 'https://card.example',
    at: '2026-11-28T01:00:00Z',
    sentences: report.findings.map((finding) => ({
      ...finding,
      sentence: report.clauses.get(finding.id),
    })),
  })
})

test('JUnitの報告は、文ごとに1件で、XMLに置けない文字を置かない', () => {
  expect(writeReport('junit', report)).toBe(
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<testsuite name="card" tests="3" failures="1" skipped="1" timestamp="2026-11-28T01:00:00Z">',
      '  <testcase classname="card" name="CARD-1 A charge takes &quot;exactly&quot; that amount." time="0.01"></testcase>',
      '  <testcase classname="card" name="CARD-2 A refusal &lt;200&gt; takes nothing." time="0.2"><failure message="POST /charges → 500 � &amp; more"/></testcase>',
      '  <testcase classname="card" name="CARD-3 It is reported." time="0"><skipped message="needs --reports"/></testcase>',
      '</testsuite>',
      '',
    ].join('\n'),
  )
})
