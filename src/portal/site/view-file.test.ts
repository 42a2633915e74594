import { expect, test } from 'vitest'
import { canonicalPath, viewFile } from './view-file.ts'

test.each([
  ['/', '/index.default.html', '/index.sp.html'],
  ['/fee', '/fee/index.default.html', '/fee/index.sp.html'],
  ['/fee/', '/fee/index.default.html', '/fee/index.sp.html'],
  ['/beginner/simfree.html', '/beginner/simfree.default.html', '/beginner/simfree.sp.html'],
  ['/talk/agreement', '/talk/agreement/index.default.html', '/talk/agreement/index.sp.html'],
  ['/app/tool.html', '/app/tool.default.html', '/app/tool.default.html'],
  ['/assets/x.html', undefined, undefined],
  ['/assets', undefined, undefined],
  ['/fee.map', undefined, undefined],
])('%s：%s、電話では%s', (path, desktop, mobile) => {
  expect(viewFile(path, 'desktop')).toBe(desktop)
  expect(viewFile(path, 'mobile')).toBe(mobile)
})

test.each([
  ['/', '/'],
  ['/index.html', '/'],
  ['/fee', '/fee'],
  ['/fee/', '/fee'],
  ['/fee/index.html', '/fee'],
  ['/beginner/simfree.html', '/beginner/simfree.html'],
])('%sのただ1つの番地は%s', (path, expected) => {
  expect(canonicalPath(path)).toBe(expected)
})
