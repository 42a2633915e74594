/** Folders and files that run in the server alone or in both: in development their change starts the server anew. */
export const serverSources = [
  'demo',
  'src/backend',
  'src/brand.ts',
  'src/domain',
  'src/process',
  'src/protocol',
  'src/server',
  'src/vocabulary',
]
