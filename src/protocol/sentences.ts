import { z } from 'zod'

/**
 * The sentence beside a field when its schema names none of its own. Nothing of what was typed is
 * repeated in it.
 */
function sentenceOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return ofType(issue.input, issue.expected)
    case 'invalid_value':
      return issue.input === undefined ? '選んでください。' : '表示されている中から選んでください。'
    case 'too_small':
      return issue.origin === 'array'
        ? `${issue.minimum}つ以上選んでください。`
        : `${issue.minimum}以上で入力してください。`
    case 'too_big':
      return issue.origin === 'array'
        ? `${issue.maximum}個以内にしてください。`
        : `${issue.maximum}以下で入力してください。`
    default:
      return issue.input === undefined ? '入力してください。' : '正しい形で入力してください。'
  }
}

function ofType(input: unknown, expected: string): string {
  if (input === undefined || input === null || input === '') return '入力してください。'
  if (expected === 'number' || expected === 'int') return '数字で入力してください。'
  if (expected === 'boolean') return '「はい」か「いいえ」を選んでください。'
  return '正しい形で入力してください。'
}

z.config({
  customError: sentenceOf,
  // In the browser zod must not try `new Function`: the content security policy would report it.
  jitless: typeof document !== 'undefined',
})
