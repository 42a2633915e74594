import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { actionWords, isReading } from './audit-action.ts'

/** The names of actions that a line gives to the audit as they are; what is put together of a state is not looked for. */
const named = (text: string): string[] =>
  [...text.matchAll(/(?:(?:audit|action): |recorded\()(.*)/g)].flatMap(([, given = '']) =>
    [...given.matchAll(/'([a-z]+(?:-[a-z]+)+)'/g)].map(([, name = '']) => name),
  )

test('記録に残ることは、すべて言葉で読める。名前のままのものはない', () => {
  const source = globSync('src/backend/**/*.ts').filter((file) => !file.endsWith('.test.ts'))
  const names = new Set(source.flatMap((file) => named(readFileSync(file, 'utf8'))))
  expect(names.size).toBeGreaterThan(150)
  expect([...names].filter((name) => actionWords[name] === undefined)).toEqual([])
})

test('担当者が会員の書類や申し込みを見たことは、閲覧である', () => {
  const readings = Object.keys(actionWords).filter(isReading)
  expect(readings).toEqual([
    'record-read',
    'field-shown',
    'identity-check-read',
    'application-read',
    'succession-read',
    'succession-papers-read',
    'device-claim-read',
    'approval-read',
    'audit-searched',
  ])
})
