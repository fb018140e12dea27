import { ENDPOINTS, virtualTryOnViolation } from '@atelier/contract';
import type { FastifyInstance } from 'fastify';
import { orderVirtualTryOn } from '../../submission/order-virtual-try-on.ts';
import type { HttpRoom } from '../room.ts';
import { route } from '../route.ts';
import { refuseViolation, submitV1 } from './submit-v1.ts';

/** `POST /v1/images/virtual-try-on` */
export function addVirtualTryOn(app: FastifyInstance, room: HttpRoom): void {
  route(app, room, ENDPOINTS.submitVirtualTryOn, async (call) => {
    refuseViolation(virtualTryOnViolation(call.body));
    return submitV1(room, call, orderVirtualTryOn(call.body));
  });
}
