/** One project for each part; tests mirror the sources, and what crosses packages is in `test/`. */
const project = (displayName, folder, more = {}) => ({
  displayName,
  rootDir: __dirname,
  roots: [`<rootDir>/${folder}`],
  testMatch: ['**/*.test.ts'],
  testEnvironment: 'node',
  transform: {
    '^.+\\.[cm]?ts$': [
      '@swc/jest',
      {
        jsc: { parser: { syntax: 'typescript' }, target: 'es2023' },
        module: { type: 'commonjs' },
      },
    ],
  },
  moduleNameMapper: {
    '^@document-signing/shared$': '<rootDir>/shared/src/index.ts',
    '^@document-signing/shared/axios$': '<rootDir>/shared/src/axios.ts',
    '^document-signing-service$': '<rootDir>/packages/service/src/index.ts',
  },
  ...more,
});

module.exports = {
  projects: [
    project('shared', 'shared/test'),
    project('service', 'packages/service/test'),
    project('n8n', 'packages/n8n-nodes-document-signing/test'),
    project('zapier', 'packages/zapier-document-signing/test'),
    project('contract', 'test/contract'),
    project('connectors', 'test/connectors'),
  ],
  passWithNoTests: false,
  testTimeout: 60_000,
};
