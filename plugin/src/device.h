/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which GPU a communicator uses, asked from the CUDA driver that the process has loaded already:
 * the device current on the thread that inits. Nothing is loaded for it; without a driver it is
 * absent.
 */
#ifndef LOCKSTEP_DEVICE_H
#define LOCKSTEP_DEVICE_H

#include "../include/shm_layout.h"

/* Fills in cuda_device, pci_bus_id and device_uuid. Init only. */
void device_identify(shm_communicator_t *row);

#endif
