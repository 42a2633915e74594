import { defineConfig } from 'vitest/config'

const shared = { setupFiles: ['tests/setup/fail-on-console.ts'], testTimeout: 30_000 }

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          ...shared,
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'tests/*.test.ts', 'tools/**/*.test.ts'],
          exclude: ['src/**/*.api.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'api',
          include: ['src/**/*.api.test.ts', 'tests/api/**/*.test.ts'],
          hookTimeout: 60_000,
          maxWorkers: 2,
          // Each file has a database and services of its own; loading the modules anew for each took half the time.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'http',
          include: ['tests/http/**/*.test.ts'],
          globalSetup: 'tests/http/start-portal.ts',
          // One portal and its few demo members: one after the other.
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'setup',
          include: ['tests/setup/**/*.test.ts'],
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
