"""
A node for the tests of the window: a picture that gets clearer in a number of steps, each with progress and a preview.
Put this file into the folder `custom_nodes` of the engine. After the step `hold_at` it waits for a file of the name `gate` in
the input folder, which the test uploads, so that a test sees the middle of a run for as long as it needs.
"""

import math
import os
import time

import numpy
import torch
from PIL import Image

import comfy.model_management
import comfy.utils
import folder_paths


def dusk(width, height):
    """The sun above the sea, as an array of height x width x 3 between 0 and 1."""
    y, x = numpy.mgrid[0:height, 0:width].astype(numpy.float32)
    y, x = y / height, x / width
    horizon = 0.62
    sky = numpy.stack([0.16 + 0.8 * y / horizon, 0.2 + 0.36 * y / horizon, 0.42 - 0.1 * y / horizon], -1)
    distance = numpy.hypot((x - 0.6) * width / height, y - 0.44)
    sky += numpy.exp(-((distance / 0.16) ** 2))[..., None] * numpy.array([0.5, 0.4, 0.1], numpy.float32)
    depth = (y - horizon) / (1 - horizon)
    waves = 0.5 + 0.5 * numpy.sin(60 * numpy.sqrt(numpy.clip(depth, 0, 1)) + 5 * numpy.sin(14 * x + 9 * depth))
    path = numpy.exp(-(((x - 0.6) / (0.05 + 0.12 * numpy.clip(depth, 0, 1))) ** 2))
    sea = numpy.stack([0.12 + 0.1 * waves + 0.7 * path * waves, 0.2 + 0.12 * waves + 0.4 * path * waves, 0.34 + 0.14 * waves], -1)
    hills = horizon - 0.05 - 0.04 * numpy.sin(9 * x + 1) - 0.02 * numpy.sin(31 * x)
    land = numpy.array([0.1, 0.12, 0.2], numpy.float32)
    picture = numpy.where((y > horizon)[..., None], sea, sky)
    picture = numpy.where(((y > hills) & (y <= horizon) & (x < 0.45))[..., None], land, picture)
    return numpy.clip(picture, 0, 1)


class EaselSteps:
    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {"steps": ("INT", {"default": 8, "min": 1, "max": 1000})},
            "optional": {
                "width": ("INT", {"default": 512, "min": 16, "max": 2048}),
                "height": ("INT", {"default": 384, "min": 16, "max": 2048}),
                "seed": ("INT", {"default": 0, "min": 0, "max": 0xFFFFFFFF}),
                "hold_at": ("INT", {"default": 0, "min": 0, "max": 1000}),
                "gate": ("STRING", {"default": ""}),
            },
        }

    RETURN_TYPES = ("IMAGE",)
    FUNCTION = "work"
    CATEGORY = "easel"

    def work(self, steps, width=512, height=384, seed=0, hold_at=0, gate=""):
        clear = dusk(width, height)
        noise = numpy.random.default_rng(seed).random(clear.shape, numpy.float32)
        bar = comfy.utils.ProgressBar(steps)
        for step in range(1, steps + 1):
            comfy.model_management.throw_exception_if_processing_interrupted()
            share = math.sqrt(step / steps)
            shown = Image.fromarray((255 * (share * clear + (1 - share) * noise)).astype(numpy.uint8))
            bar.update_absolute(step, steps, ("JPEG", shown, 512))
            if step == hold_at:
                self.wait(gate)
        return (torch.from_numpy(clear.astype(numpy.float32))[None],)

    def wait(self, gate):
        path = os.path.join(folder_paths.get_input_directory(), os.path.basename(gate))
        while not os.path.exists(path):
            comfy.model_management.throw_exception_if_processing_interrupted()
            time.sleep(0.02)


NODE_CLASS_MAPPINGS = {"EaselSteps": EaselSteps}
NODE_DISPLAY_NAME_MAPPINGS = {"EaselSteps": "Picture in Steps"}
