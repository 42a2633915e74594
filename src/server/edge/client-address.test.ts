import { describe, expect, test } from 'vitest'
import {
  clientAddress,
  isAddressRange,
  maskAddress,
  networkOf,
  trustedProxies,
} from './client-address.ts'

describe('ログインの記録に残す接続元は、末尾を隠す', () => {
  test.each([
    ['203.0.113.45', '203.0.113.*'],
    ['::ffff:203.0.113.45', '203.0.113.*'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:*'],
    ['::1', '::1'],
  ])('%s → %s', (address, masked) => {
    expect(maskAddress(address)).toBe(masked)
  })
})

describe('接続元は、信頼するプロキシの手前まで X-Forwarded-For をさかのぼる', () => {
  const trusted = trustedProxies(['10.0.0.0/8', '192.0.2.7', '2001:db8:ffff::/48'])

  test.each([
    ['中継なし', undefined, '203.0.113.45', '203.0.113.45'],
    ['自前の中継', '203.0.113.45', '10.1.2.3', '203.0.113.45'],
    ['IPv4とIPv6の両方の受け口', '203.0.113.45', '::ffff:10.1.2.3', '203.0.113.45'],
    ['自前の中継が2つ', '203.0.113.45, 10.9.9.9', '192.0.2.7', '203.0.113.45'],
    ['IPv6の番地', '2001:db8:1::5', '2001:db8:ffff::1', '2001:db8:1::5'],
    ['ポートも書いてある', '203.0.113.45:5000', '10.1.2.3', '203.0.113.45'],
    ['ポート付きのIPv6', '[2001:db8:1::5]:5000', '10.1.2.3', '2001:db8:1::5'],
    ['番地を作り上げた相手', '198.51.100.9, 203.0.113.45', '10.1.2.3', '203.0.113.45'],
    ['ヘッダーを送る知らない相手', '198.51.100.9', '203.0.113.45', '203.0.113.45'],
    ['番地でない文字', 'unknown', '10.1.2.3', '10.1.2.3'],
    ['空の一覧', '', '10.1.2.3', '10.1.2.3'],
    ['自前の中継だけ', '10.4.4.4', '10.1.2.3', '10.4.4.4'],
  ])('%s', (_, forwarded, socketAddress, client) => {
    expect(clientAddress({ 'x-forwarded-for': forwarded }, socketAddress, trusted)).toBe(client)
  })

  test('設定がなければ、ヘッダーは読まない', () => {
    const headers = { 'x-forwarded-for': '198.51.100.9' }
    expect(clientAddress(headers, '127.0.0.1', trustedProxies([]))).toBe('127.0.0.1')
  })
})

test.each([
  ['10.0.0.0/8', true],
  ['192.0.2.7', true],
  ['2001:db8::/32', true],
  ['10.0.0.0/33', false],
  ['10.0.0.0/', false],
  ['10.0.0/8', false],
  ['10.0.0.0/8/8', false],
  ['proxy.example', false],
])('「%s」は住所の範囲か：%s', (text, is) => {
  expect(isAddressRange(text)).toBe(is)
})

test.each([
  ['203.0.113.45', '203.0.113.45'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
])('%s は %s のひとりと数える', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
