import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import ts from 'typescript-eslint';

export default ts.config(
  {
    ignores: [
      '**/dist/',
      '**/node_modules/',
      '.local/',
      '**/build/',
      'packages/n8n-nodes-document-signing/eslint.config.mjs',
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [ts.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // Values of users are shown as text wherever a message names them; objects are written as JSON before.
      '@typescript-eslint/no-base-to-string': 'off',
      eqeqeq: 'error',
    },
  },
  {
    // The shared core is platform-free: HTTP, clock and sleep come in as arguments.
    files: ['shared/src/**/*.ts'],
    ignores: ['shared/src/axios.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        'process',
        'global',
        'globalThis',
        'setTimeout',
        'setInterval',
        'setImmediate',
        'clearTimeout',
        'clearInterval',
        'fetch',
        'require',
      ],
      'no-restricted-imports': [
        'error',
        { patterns: [{ regex: '^(?!\\.|crypto$)', message: 'shared imports nothing but crypto.' }] },
      ],
    },
  },
  {
    // The API document stands between the service and its clients: neither knows the other.
    files: ['packages/service/src/**/*.ts'],
    rules: { 'no-restricted-imports': ['error', { patterns: ['@document-signing/*', '**/shared/**'] }] },
  },
  {
    files: ['**/*.test.ts', 'test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    files: ['**/*.cjs', '**/*.mjs', '**/*.js'],
    languageOptions: {
      globals: {
        module: 'writable',
        require: 'readonly',
        process: 'readonly',
        console: 'readonly',
        __dirname: 'readonly',
        URL: 'readonly',
        Buffer: 'readonly',
      },
    },
  },
  prettier,
);
