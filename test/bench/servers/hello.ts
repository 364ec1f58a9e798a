import type { AddressInfo } from 'node:net';
import fastify from 'fastify';

/** What fastify does at its fastest: the yardstick of the service's figures. */
const app = fastify();
app.get('/', () => ({ hello: 'world' }));
await app.listen({ port: 0, host: '127.0.0.1' });
console.log(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`);
