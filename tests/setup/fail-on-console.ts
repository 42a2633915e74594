import { afterEach, expect, vi } from 'vitest'

// A console.error or console.warn is a fault nobody handled: it fails the test that caused it.
const complaints: string[] = []
for (const level of ['error', 'warn'] as const) {
  vi.spyOn(console, level).mockImplementation((...parts: unknown[]) => {
    complaints.push(`console.${level}: ${parts.map(String).join(' ')}`)
  })
}

afterEach(() => {
  const seen = complaints.splice(0)
  expect(seen).toEqual([])
})
