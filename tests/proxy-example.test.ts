import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const serversOf = (file: string) =>
  readFileSync(file, 'utf8')
    .split(/^  server \{/m)
    .slice(1)
    .map((block) => block.replaceAll(/#.*/g, ''))
const servers = [...serversOf('container/nginx.conf'), ...serversOf('container/nginx-console.conf')]

test('中継の例は、依頼が作り出したホストにだれも送らない', () => {
  expect(servers).toHaveLength(6)
  for (const block of servers) {
    expect(block).not.toMatch(/return[^;]*\$(?:host|http_host)\b/)
    const refuses = /return 421|ssl_reject_handshake on/.test(block)
    expect([block, refuses || /server_name \w/.test(block)]).toEqual([block, true])
  }
})

test('業務コンソールの中継の例は、決めた所からだけ通し、会員のウェブにはつながらない', () => {
  const text = readFileSync('container/nginx-console.conf', 'utf8').replaceAll(/#.*/g, '')
  expect(text.match(/^ {2}(?:allow|deny) .*;$/gm)?.at(-1)).toBe('  deny all;')
  expect(text).not.toMatch(/\bweb\d?:/)
  expect(readFileSync('container/nginx.conf', 'utf8')).not.toMatch(/console/)
})
