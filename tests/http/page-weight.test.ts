import { brotliCompressSync, constants } from 'node:zlib'
import { expect, test } from 'vitest'
import { publicPaths } from '../public-pages.ts'
import { request } from './portal.ts'

/** What a page may take before it can be painted: its HTML with the styles in it, brotli at its best. */
const MAX_BYTES = 25_000
/** Its best is 11; this leaves a little more, in a tenth of the time. */
const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }

test('公開ページは、どれも25.0 kB以内で表示できる', async () => {
  for (const path of publicPaths) {
    const { status, text } = await request(path)
    expect([path, status]).toEqual([path, 200])
    expect(/<link [^>]*data-page-styles/.test(text), path).toBe(false)
    expect(brotliCompressSync(text, { params }).byteLength, path).toBeLessThanOrEqual(MAX_BYTES)
  }
})
