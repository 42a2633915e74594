import { describe, expect, test } from 'vitest'
import { createForgeryGuard } from '#backend/middleware/forgery.ts'
import { createCookies } from '#server/session/cookies.ts'
import { keepApplication, readApplication } from './conventions.ts'

const https = 'https://portal.example'
const http = 'http://localhost:3000'

describe('httpsでは、ほかから植えられる名前のクッキーを読まない', () => {
  test('お申し込みの続き', () => {
    const [cookie = ''] = keepApplication('own', https).split(';')
    expect(cookie).toBe('__Host-application=own')
    expect(readApplication(`application=planted; ${cookie}`, https)).toBe('own')
    expect(readApplication('application=planted', https)).toBeUndefined()
    expect(readApplication('application=own', http)).toBe('own')
  })

  test('改ざん防止の印', () => {
    const { tokenIn } = createForgeryGuard({ secret: 's'.repeat(32), origin: https })
    expect(tokenIn('XSRF-TOKEN=planted')).toBeUndefined()
    expect(tokenIn('XSRF-TOKEN=planted; __Host-XSRF-TOKEN=own')).toBe('own')
  })

  test.each(['session', 'antiForgery', 'attempt', 'device'] as const)('%s', (name) => {
    const cookies = createCookies(https)
    const [own = ''] = cookies.set(name, 'own').split(';')
    expect(own).toMatch(/^__Host-/)
    expect(cookies.read(own.replace('__Host-', '').replace('own', 'planted'), name)).toBeUndefined()
    expect(cookies.read(own, name)).toBe('own')
  })
})
